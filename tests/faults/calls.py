"""Ends a process at its N-th system call, whichever of its threads makes it, by ptrace(2). Linux alone. The call itself
is not done: the process is stopped where it enters the call. All earlier calls are done."""

import ctypes
import os
import signal

TRACEME, SYSCALL, SETOPTIONS = 0, 24, 0x4200
GET_SYSCALL_INFO, INFO_BYTES, NUMBER_AT = 0x420E, 88, 24
SYSGOOD, CLONE, EXIT_KILL = 1, 8, 1 << 20
WALL = 0x40000000
AT_A_CALL = signal.SIGTRAP | 0x80

libc = ctypes.CDLL(None, use_errno=True)
libc.ptrace.argtypes = (ctypes.c_long, ctypes.c_long, ctypes.c_void_p, ctypes.c_void_p)
libc.ptrace.restype = ctypes.c_long


def allow() -> None:
    """Let the parent trace this child, which was just forked, and wait for it."""
    _ptrace(TRACEME, 0)
    os.kill(os.getpid(), signal.SIGSTOP)


def count(child: int, end_at: int = 0) -> tuple[int, int, int]:
    """Let a child that called `allow` run, and kill it at call `end_at`, if it gets that far; 0: never. Return how many
    calls it made, the kind of the last one, and the exit code (negative: the signal that ended it)."""
    os.waitpid(child, 0)
    _ptrace(SETOPTIONS, child, SYSGOOD | CLONE | EXIT_KILL)
    _ptrace(SYSCALL, child)
    calls, kind = 0, -1
    inside: dict[int, bool] = {}
    while True:
        thread, status = os.waitpid(-1, WALL)
        if not os.WIFSTOPPED(status):
            if thread == child:
                return calls, kind, os.waitstatus_to_exitcode(status)
            continue
        passed = os.WSTOPSIG(status)
        if passed == AT_A_CALL:
            passed = 0
            inside[thread] = not inside.get(thread, False)
            calls += inside[thread]
            if inside[thread] and calls == end_at:
                kind = _kind(thread)
                os.kill(child, signal.SIGKILL)
                continue
        elif status >> 16 or (passed == signal.SIGSTOP and thread not in inside):
            passed = 0
            inside.setdefault(thread, False)
        _resume(thread, passed)


def _resume(thread: int, passed: int) -> None:
    try:
        _ptrace(SYSCALL, thread, passed)
    except ProcessLookupError:
        return  # the process was killed meanwhile


def _kind(thread: int) -> int:
    info = ctypes.create_string_buffer(INFO_BYTES)
    libc.ptrace(GET_SYSCALL_INFO, thread, INFO_BYTES, ctypes.cast(info, ctypes.c_void_p))
    return int.from_bytes(info.raw[NUMBER_AT : NUMBER_AT + 8], "little")


def _ptrace(request: int, thread: int, data: int = 0) -> None:
    if libc.ptrace(request, thread, None, data) == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
