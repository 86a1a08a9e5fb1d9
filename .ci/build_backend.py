"""setuptools, and a wheel that is the same byte for byte wherever and whenever it is built: the dates and modes of its files are settled here."""

from __future__ import annotations

import os
import zipfile
from typing import Any

from setuptools import build_meta
from setuptools.build_meta import *  # noqa: F403 - all that a build backend has

DATE = (2020, 1, 1, 0, 0, 0)


def build_wheel(wheel_directory: str, config_settings: Any = None, metadata_directory: str | None = None) -> str:
    """A wheel of the working tree; its name."""
    name: str = build_meta.build_wheel(wheel_directory, config_settings, metadata_directory)
    settle(os.path.join(wheel_directory, name))
    return name


def settle(path: str) -> None:
    """Write a zip file anew, in the order of its names, all with one date and one mode."""
    with zipfile.ZipFile(path) as old:
        files = {info.filename: old.read(info) for info in old.infolist() if not info.is_dir()}
    order = sorted(files, key=lambda name: (".dist-info/" in name, name))  # what describes the package comes last, as installers like it
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as new:
        for name in order:
            info = zipfile.ZipInfo(name, DATE)
            info.external_attr = 0o100644 << 16
            info.create_system = 3
            new.writestr(info, files[name], zipfile.ZIP_DEFLATED, 9)
