"""What kerf refuses -> an exception with its code."""

from __future__ import annotations


class KerfError(Exception):
    """A refusal by kerf.

    Attributes
    ----------
    code : str
        A stable word, such as ``NOT_RIGID``: the library's own, or one of those on the page of the protocol.
    message : str
        One sentence: what is wrong, and what to do.
    """

    def __init__(self, code: str, message: str) -> None:
        super().__init__(f"{code}: {message}")
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[KerfError], tuple[str, str]]:
        # Without it, an exception that takes two arguments does not come back from another process.
        return (type(self), (self.code, self.message))
