"""A phone that serves its camera as MJPEG, on this machine's own loopback."""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import cv2


class PhoneCamera:
    """``with PhoneCamera(frame) as phone: CameraReader(phone.url)``; ``stall`` keeps silent."""

    def __init__(self, frame: Any, *, rate: float = 30.0) -> None:
        self.frame, self.rate = frame, rate
        self.stalled = threading.Event()
        self._closing = threading.Event()
        phone = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self.send_response(200)
                self.send_header("Content-Type", "multipart/x-mixed-replace; boundary=frame")
                self.end_headers()
                try:
                    phone.serve(self.wfile)
                except OSError:
                    return  # the viewer has left

            def log_message(self, *_: object) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}/video.mjpg"

    def __enter__(self) -> PhoneCamera:
        threading.Thread(target=self._server.serve_forever, args=(0.02,), daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.set()
        self._server.shutdown()
        self._server.server_close()

    def serve(self, out: Any) -> None:
        tick = 0
        while not self._closing.is_set():
            while self.stalled.is_set() and not self._closing.is_set():
                time.sleep(0.02)
            tick += 1
            alive = self.frame.copy()
            alive[:8, :8] = tick * 16 % 256
            _, picture = cv2.imencode(".jpg", alive)
            data = picture.tobytes()
            head = f"--frame\r\nContent-Type: image/jpeg\r\nContent-Length: {len(data)}\r\n\r\n"
            out.write(head.encode() + data + b"\r\n")
            time.sleep(1 / self.rate)
