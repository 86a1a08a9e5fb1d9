"""Playing: one act judged and carried out, a game in course, claims, duties, records."""
