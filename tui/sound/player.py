"""A program that plays sounds by name, one a line of its input, until that ends.

It is one of its own, since sound libraries write to the terminal, hang where a sound server is
dead, and may crash: nothing of that reaches the table. It says ``ready`` or ``none`` when it knows.
"""

from __future__ import annotations

import os
import sys
import threading
from array import array
from collections.abc import Callable, Generator
from typing import Any

from ketuk.tui.sound.tones import RATE, SOUNDS, samples

BUFFER_MS = 40


class Turntable:
    """What lies on the turntable: the newest sound, from its beginning; silence after it."""

    def __init__(self) -> None:
        self._left = array("h")
        self._lock = threading.Lock()

    def put(self, sound: array[int]) -> None:
        """Play this from now on."""
        with self._lock:
            self._left = sound

    def stream(self) -> Generator[array[int], int, None]:
        """What the device asks for, so many samples at a time."""
        wanted = yield array("h")
        while True:
            with self._lock:
                part, self._left = self._left[:wanted], self._left[wanted:]
            part.extend([0] * (wanted - len(part)))
            wanted = yield part


def opened(backend: str) -> Any:
    """A device that is ready to be started.

    Raises:
        Exception: whatever the library says if there is none.
    """
    import miniaudio

    chosen = [miniaudio.Backend[backend.upper()]] if backend else None
    return miniaudio.PlaybackDevice(
        output_format=miniaudio.SampleFormat.SIGNED16,
        nchannels=1,
        sample_rate=RATE,
        buffersize_msec=BUFFER_MS,
        backends=chosen,
        app_name="Ketuk",
    )


def listen(deck: Turntable, device: Callable[[], Any]) -> None:
    """In a thread: put what the input names on the deck; where that ends, so does the program, even
    while the library still looks for a device.
    """
    made: dict[str, array[int]] = {name: samples(name) for name in SOUNDS}
    for line in sys.stdin:
        playing, name = device(), line.strip()
        if playing is not None and not playing.running:  # it was pulled out
            print("none stopped", flush=True)
            break
        if name in made and playing is not None:
            deck.put(made[name])
            print(f"played {name}", flush=True)
    os._exit(0)


def main(backend: str = "") -> int:
    """Play what the input names."""
    deck, devices = Turntable(), list[Any]()
    ears = threading.Thread(target=listen, args=(deck, lambda: next(iter(devices), None)))
    ears.start()
    try:
        device = opened(backend)
        stream = deck.stream()
        next(stream)
        device.start(stream)
    except Exception as error:  # no library, no device, no server: all the same at the table
        print(f"none {type(error).__name__}: {error}", flush=True)
        os._exit(1)
    devices.append(device)
    print(f"ready {device.backend}", flush=True)
    ears.join()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(*sys.argv[1:2]))
