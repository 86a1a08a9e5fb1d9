"""The log of a session on the disk: one session at a time, every change there before it is answered, or not at all."""

from __future__ import annotations

import errno
import os
import stat
from typing import Any
from zlib import crc32

fcntl: Any
try:
    import fcntl
except ImportError:  # no locks of this kind: a second session is found out by what it writes
    fcntl = None

_NEW = ".new~"  # behind the name of the log: what is about to take its place
_FLAGS = os.O_RDWR | getattr(os, "O_BINARY", 0)


class InUse(OSError):
    """Another session has the log open."""


class LogFile:
    """A log open for writing: what `append` or `replace` return from is on the disk.

    The file may be edited by others in between: `changed` tells, and `reopen` goes on with what stands there then.
    """

    def __init__(self, path: str) -> None:
        """Open and lock, or create, the file.  Raises InUse, OSError."""
        self.path = path
        new = not os.path.exists(path)
        self.handle = self._open(os.O_CREAT)
        if new:
            self._sync_folder()
        self._look()
        try:
            os.unlink(os.path.realpath(path) + _NEW)  # left by a session that was killed; the log is as it was before
        except OSError:
            pass

    def _open(self, more: int = 0) -> int:
        """A locked handle of the file that stands there now."""
        while True:
            handle = os.open(self.path, _FLAGS | more, 0o666)
            try:
                _lock(handle)
                here, there = os.fstat(handle), os.stat(self.path)
                if not stat.S_ISREG(here.st_mode):
                    raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
            except FileNotFoundError:
                os.close(handle)
                continue
            except BaseException:
                os.close(handle)
                raise
            if (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino):
                return handle
            os.close(handle)  # it was replaced while we waited for it

    def _mark(self) -> tuple[int, ...]:
        found = os.stat(self.path)
        return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns

    def _look(self) -> None:
        """Take the file as it stands there for ours."""
        raw = self.content()
        self.end, self._sum = len(raw), crc32(raw)
        self._seen = self._mark()

    def changed(self) -> bool:
        """Whether somebody else has written to the file, put another in its place, or taken it away; a clock that was set changes nothing."""
        try:
            mark = self._mark()
            if mark[:3] != self._seen[:3] or mark != self._seen and crc32(self.content()) != self._sum:
                return True
        except OSError:
            return True
        self._seen = mark
        return False

    def reopen(self) -> bool:
        """Go on with the file as it stands there now; one that is gone is put back as it was.  Returns False then.  Raises OSError."""
        there = os.path.exists(self.path)
        if not there:
            self.replace(self.content())
            return False
        if not os.path.samestat(os.stat(self.path), os.fstat(self.handle)):
            handle = self._open()
            os.close(self.handle)
            self.handle = handle
        self._look()
        return True

    def distrust(self) -> None:
        """What stands in the file could not be made use of: it counts as changed until it is read again."""
        self._seen = ()

    def append(self, text: str) -> int:
        """Write a line; returns where it begins.  Raises OSError, and then nothing of the line is left in the file."""
        begin = self.end
        raw = (text + "\n").encode("utf-8", "replace")
        try:
            os.lseek(self.handle, begin, os.SEEK_SET)
            done = 0
            while done < len(raw):
                done += os.write(self.handle, raw[done:])
            os.fsync(self.handle)
        except OSError:
            try:
                os.ftruncate(self.handle, begin)
                self._seen = self._mark()
            except OSError:
                pass
            raise
        self.end, self._sum = begin + len(raw), crc32(raw, self._sum)
        self._seen = self._mark()
        return begin

    def content(self) -> bytes:
        """Everything that stands in the file."""
        os.lseek(self.handle, 0, os.SEEK_SET)
        found = bytearray()
        while piece := os.read(self.handle, 1 << 20):
            found += piece
        return bytes(found)

    def replace(self, raw: bytes) -> None:
        """Put other content in place of the file, wholly or not at all.  Raises OSError, and then the file is as it was."""
        path = os.path.realpath(self.path)
        other = path + _NEW
        handle = -1
        try:
            if os.path.lexists(other):  # left by a session that was killed, or put there by somebody: never written through
                os.unlink(other)
            handle = os.open(other, _FLAGS | os.O_CREAT | os.O_EXCL, 0o666)
            _lock(handle)
            done = 0
            while done < len(raw):
                done += os.write(handle, raw[done:])
            os.fsync(handle)
            os.chmod(other, os.fstat(self.handle).st_mode & 0o777)
            if fcntl is None:  # where an open file can't be replaced
                os.close(self.handle)
            os.replace(other, path)
        except OSError:
            if handle >= 0:
                os.close(handle)
            if fcntl is None:
                self.handle = os.open(path, _FLAGS)
            try:
                os.unlink(other)
            except OSError:
                pass
            raise
        if fcntl is not None:
            os.close(self.handle)
        self.handle = handle
        self._sync_folder()
        self.end, self._sum = len(raw), crc32(raw)
        self._seen = self._mark()

    def _sync_folder(self) -> None:
        """That the file is there is on the disk as well."""
        try:
            folder = os.open(os.path.dirname(os.path.realpath(self.path)), os.O_RDONLY)
        except OSError:
            return
        try:
            os.fsync(folder)
        except OSError:
            pass
        finally:
            os.close(folder)

    def close(self) -> None:
        """Close the file, and let others have it."""
        if self.handle >= 0:
            os.close(self.handle)
            self.handle = -1


def _lock(handle: int) -> None:
    if fcntl is None:
        return
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise InUse(error.errno, error.strerror) from None
    except OSError:  # a file system without locks
        pass
