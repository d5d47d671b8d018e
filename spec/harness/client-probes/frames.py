"""Seeded frames that a server may send, cut anywhere -> what the Slicer module's reader makes of them; and its own."""

import random
import struct
import sys

sys.dont_write_bytecode = True
folder, seed = sys.argv[1:]
sys.path.insert(0, folder)
from KerfContactLib.connection import BINARY, PING, TEXT, FrameReader, masked_frame  # noqa: E402

draw = random.Random(int(seed))
CONTINUES = 0


def frame(is_last, kind, payload):
    """RFC 6455, 5.2, without a mask."""
    head = bytes([(128 if is_last else 0) | kind])
    size = len(payload)
    if size < 126:
        return head + bytes([size]) + payload
    if size < 65536:
        return head + bytes([126]) + struct.pack("!H", size) + payload
    return head + bytes([127]) + struct.pack("!Q", size) + payload


def unmasked(sent):
    """What a server reads from a client's frame, byte by byte."""
    assert sent[1] & 128
    size, at = sent[1] & 127, 2
    if size == 126:
        size, at = struct.unpack("!H", sent[2:4])[0], 4
    elif size == 127:
        size, at = struct.unpack("!Q", sent[2:10])[0], 10
    mask, payload = sent[at : at + 4], sent[at + 4 :]
    assert len(payload) == size
    return sent[0], bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


for size in (0, 1, 125, 126, 127, 65535, 65536, 70001):
    payload = draw.randbytes(size)
    assert unmasked(masked_frame(BINARY, payload, draw.randbytes(4))) == (128 | BINARY, payload)

stream, expected = bytearray(), []
for _ in range(300):
    kind = draw.choice((TEXT, BINARY))
    sizes = (0, 3, 125, 126, 300, 65536 if draw.random() < 0.05 else 9)
    parts = [draw.randbytes(draw.choice(sizes)) for _ in range(draw.randint(1, 3))]
    for k, part in enumerate(parts):
        # A ping may arrive between the parts of a message.
        if draw.random() < 0.2:
            note = draw.randbytes(draw.randint(0, 20))
            stream += frame(True, PING, note)
            expected.append((PING, note))
        stream += frame(k == len(parts) - 1, kind if k == 0 else CONTINUES, part)
    expected.append((kind, b"".join(parts)))

reader, heard, pieces, at = FrameReader(), [], 0, 0
while at < len(stream):
    step = draw.choice((1, 2, 7, 100, 5000))
    heard += reader.feed(bytes(stream[at : at + step]))
    at += step
    pieces += 1
assert heard == expected
assert sum(kind == PING for kind, _ in heard) > 30 and any(len(payload) > 65535 for _, payload in heard)
print(f"{len(heard)} messages in {pieces} pieces")
