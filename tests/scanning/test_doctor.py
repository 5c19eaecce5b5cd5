"""The doctor on machines that are well, and on machines that are not."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path
from types import SimpleNamespace

import cv2
import pytest
from children import in_child
from scenes import A, Studio, film
from scripted_camera import ScriptedCamera
from sentences import keys
from virtual_acr122u import OtherUsbReader, VirtualAcr122u, VirtualUsb
from virtual_pn532 import VirtualReader, ketuk_program
from virtual_tags import blank_tag, text_tag

from ketuk.scanning import decode, doctor
from ketuk.scanning.doctor_cameras import cameras, glimpse
from ketuk.scanning.doctor_holders import held_here, holders
from ketuk.scanning.doctor_libraries import decoding, packages
from ketuk.scanning.doctor_nfc import readers
from ketuk.scanning.findings import Finding, Level, System
from ketuk.scanning.nfc_faults import NfcFault
from ketuk.scanning.scan import ReaderReason
from ketuk.tui.diagnosis import remedy, sentence
from ketuk.tui.words import Words

ROOT = Path(__file__).parents[2]


@pytest.fixture
def system(tmp_path):
    """A machine whose folders are empty."""
    for name in ("sys", "proc", "dev"):
        (tmp_path / name).mkdir()
    return System("linux", tmp_path / "sys", tmp_path / "proc", tmp_path / "dev")


def on(system, **changes):
    parts = {"platform": system.platform, "sysfs": system.sysfs, "proc": system.proc}
    return System(**(parts | {"dev": system.dev} | changes))


def by_id(findings) -> dict[str, Finding]:
    return {finding.id: finding for finding in findings}


def told(finding: Finding, language="en") -> str:
    words = Words(language)
    return sentence(words, finding) + "\n" + remedy(words, finding)


# -- readers ----------------------------------------------------------------------------------


def test_a_reader_that_works_is_opened_twice_and_a_card_timed(system):
    acr = VirtualAcr122u()
    acr.lay(text_tag(A))
    with VirtualUsb(acr):
        found = by_id(readers(system, ()))
    assert found["reader"].facts["name"] == "nfc:usb-1-1"
    assert found["card_read"].facts["text"] == A
    assert all(finding.level is Level.GOOD for finding in found.values())
    assert acr.handles == 0


def test_a_serial_reader_by_its_path(system):
    with VirtualReader() as pn532, VirtualUsb():
        pn532.lay(blank_tag())
        found = by_id(readers(system, (pn532.path,)))
    assert "PN532" in str(found["reader"].facts["title"])
    assert found["card_read"].facts["text"] == "blank"


def test_no_card_is_no_fault(system):
    with VirtualUsb(VirtualAcr122u()):
        assert by_id(readers(system, ()))["no_card_to_try"].level is Level.NOTE


def test_no_reader_is_no_fault(system):
    with VirtualUsb():
        found = by_id(readers(system, ()))
    assert found["no_nfc"].level is Level.NOTE


@pytest.mark.parametrize(
    ("platform", "cure"),
    [("linux", "udev_rule"), ("darwin", "use_pcsc"), ("win32", "use_pcsc")],
)
def test_no_permission_has_the_remedy_of_the_platform(system, platform, cure):
    acr = VirtualAcr122u()
    acr.is_permitted = False
    with VirtualUsb(acr):
        finding = by_id(readers(on(system, platform=platform), ()))["reader_closed"]
    assert (finding.level, finding.remedy) == (Level.BAD, cure)
    if platform == "linux":
        assert 'ATTRS{idVendor}=="072f", ATTRS{idProduct}=="2200"' in told(finding)
    else:
        assert "ketuk[pcsc]" in told(finding)


def test_a_kernel_driver_that_holds_it_is_named_with_the_commands(system):
    acr = VirtualAcr122u()
    acr.is_claimed = True
    interface = system.sysfs / "bus/usb/devices/1-1:1.0"
    interface.mkdir(parents=True)
    (interface / "driver").symlink_to("../../drivers/pn533_usb")
    with VirtualUsb(acr):
        finding = by_id(readers(system, ()))["reader_busy"]
    assert "held by pn533_usb" in told(finding)
    assert "sudo modprobe -r pn533_usb" in told(finding)
    assert "blacklist pn533_usb" in told(finding)


@pytest.mark.parametrize(("program", "cure"), [("pcscd", "use_pcsc"), ("tap", "stop_program")])
def test_a_program_that_holds_it_is_named(system, program, cure):
    acr = VirtualAcr122u()
    acr.is_claimed = True
    node = system.dev / "bus/usb/001/005"
    node.parent.mkdir(parents=True)
    node.touch()
    process = system.proc / "4242"
    (process / "fd").mkdir(parents=True)
    (process / "fd/7").symlink_to(node)
    (process / "comm").write_text(program + "\n")
    with VirtualUsb(acr):
        finding = by_id(readers(system, ()))["reader_busy"]
    assert (finding.facts["holder"], finding.remedy) == (program, cure)


def test_the_real_proc_names_a_real_holder(tmp_path):
    node = tmp_path / "node"
    node.touch()
    program = f"import sys; f = open({str(node)!r}); print('open', flush=True); sys.stdin.read()"
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "open\n"
        assert len(holders(node, System())) == 1
        process.kill()
    assert holders(node, System()) == []


def test_what_this_program_itself_uses_works_and_is_left_alone(system):
    mine = system.proc / "self/fd"
    mine.mkdir(parents=True)
    camera = ScriptedCamera(Studio(size=(360, 640)).frame())
    with VirtualUsb(acr := VirtualAcr122u()), VirtualReader() as pn532:
        nodes = (
            system.dev / f"bus/usb/{acr.bus:03}/{acr.address:03}",
            Path(pn532.path), system.dev / "video0",
        )  # fmt: skip
        for number, node in enumerate(nodes):
            (mine / str(number)).symlink_to(node)
        found = [
            *readers(system, (pn532.path,)),
            *cameras(system, ("0",), open_with=camera.open),
        ]
    names = [f.facts["name"] for f in found if f.id == "at_work"]
    assert names == ["nfc:usb-1-1", "nfc:reader", "0"]
    assert not [f for f in found if f.level is not Level.GOOD]
    assert camera.opened == 0


def test_the_real_proc_knows_what_is_held_here(tmp_path):
    node = tmp_path / "reader"
    with node.open("w"):
        if os.path.isdir("/proc/self/fd"):
            assert held_here(node, System())
    assert not held_here(node, System())


def test_a_reader_that_does_not_wake_up_again(system, monkeypatch):
    acr = VirtualAcr122u()
    monkeypatch.setattr(
        "ketuk.scanning.nfc_link.Link.close", lambda link: setattr(acr, "is_mute", True)
    )
    with VirtualUsb(acr):
        finding = by_id(readers(system, ()))["reader_not_reopened"]
    assert finding.remedy == "replug"


def test_a_near_miss_is_named(system):
    with VirtualUsb(OtherUsbReader()):
        finding = by_id(readers(system, ()))["reader_unsupported"]
    assert "ACR1252" in told(finding)
    assert finding.level is Level.NOTE


def test_a_slow_adapter_is_told(system):
    with VirtualReader() as pn532, VirtualUsb():
        tty = os.path.basename(os.path.realpath(pn532.path))
        timer = system.sysfs / "class/tty" / tty / "device/latency_timer"
        timer.parent.mkdir(parents=True)
        timer.write_text("16\n")
        assert by_id(readers(system, (pn532.path,)))["slow_adapter"].facts["milliseconds"] == 16
        timer.write_text("1\n")
        assert "slow_adapter" not in by_id(readers(system, (pn532.path,)))


@pytest.mark.parametrize(
    ("path", "cure"), [("/dev/ttyNOWHERE", "plug_in_reader"), ("bluetooth", "reader_paths")]
)
def test_a_path_without_a_reader(system, path, cure):
    with VirtualUsb():
        found = [f for f in readers(system, (path,)) if f.level is Level.BAD]
    assert [f.remedy for f in found] == [cure]


# -- cameras ----------------------------------------------------------------------------------


def look_at(camera, system, **settings):
    return by_id(cameras(system, ("0",), open_with=camera.open, **settings))


def test_a_camera_that_works(system):
    camera = ScriptedCamera(Studio(size=(720, 1280)).frame())
    found = look_at(camera, system)
    assert found["camera"].facts["size"] == "1280x720"
    assert set(found) == {"camera"}
    assert camera.opened == len(camera.released) == 1


def test_still_dark_and_glaring_pictures(system):
    frame = Studio(size=(360, 640)).frame()
    still = ScriptedCamera(frame)
    still.frozen = True
    assert set(look_at(still, system)) == {"camera", "camera_still"}
    assert look_at(ScriptedCamera(frame * 0 + 2), system)["camera_black"].remedy == "open_cover"
    assert "camera_dim" in look_at(ScriptedCamera(frame // 10), system)
    assert "camera_bright" in look_at(ScriptedCamera(frame // 20 + 240), system)


def test_a_camera_that_hangs_does_not_hang_the_doctor(system):
    camera = ScriptedCamera(Studio(size=(360, 640)).frame())
    camera.hanging.set()
    assert look_at(camera, system, deadline=0.3)["camera_silent"].level is Level.BAD
    camera.hanging.clear()


def test_a_camera_that_is_not_there_or_shows_nothing(system):
    gone = ScriptedCamera()
    gone.is_there = False
    assert look_at(gone, system)["camera_closed"].remedy == "plug_in_camera"
    assert look_at(ScriptedCamera(None), system)["camera_closed"].remedy == "replug_camera"
    assert by_id(cameras(system, ()))["no_camera"].level is Level.NOTE


def test_the_second_device_of_a_webcam_is_no_camera(system):
    for name, index in (("video0", "0"), ("video1", "1"), ("video10", "0")):
        (system.dev / name).touch()
        folder = system.sysfs / "class/video4linux" / name
        folder.mkdir(parents=True)
        (folder / "index").write_text(index + "\n")
    (system.dev / "video2").touch()
    frame = Studio(size=(360, 640)).frame()
    found = cameras(system, (), open_with=lambda _: ScriptedCamera(frame).open(_))
    seen = [Path(str(f.facts["source"])).name for f in found if f.id == "camera"]
    assert seen == ["video0", "video2", "video10"]


def test_a_glimpse_of_what_there_is(tmp_path):
    frame = Studio(size=(360, 640)).frame()
    assert glimpse("0", open_with=ScriptedCamera(frame).open).shape == (360, 640, 3)
    hanging = ScriptedCamera(frame)
    hanging.hanging.set()
    assert glimpse("0", open_with=hanging.open, deadline=0.2) is None
    hanging.hanging.clear()
    assert glimpse(str(tmp_path)) is None, "a folder without pictures"


@pytest.mark.parametrize(
    ("platform", "cure"), [("darwin", "mac_privacy"), ("win32", "windows_privacy")]
)
def test_where_the_system_lists_no_cameras_the_first_numbers_are_tried(system, platform, cure):
    frame, asked = Studio(size=(360, 640)).frame(), []

    def two(source):
        asked.append(source.number)
        camera = ScriptedCamera(frame)
        camera.is_there = source.number < 2
        return camera.open(source)

    found = list(cameras(on(system, platform=platform), (), open_with=two))
    assert [f.facts["source"] for f in found if f.id == "camera"] == ["0", "1"]
    assert asked == [0, 1, 2]
    gone = ScriptedCamera()
    gone.is_there = False
    (none,) = cameras(on(system, platform=platform), (), open_with=gone.open)
    assert (none.id, none.remedy) == ("no_camera", cure)


def test_cameras_have_their_names_and_one_for_faces_is_left_alone(system):
    for name, title in (("video0", "Integrated IR Camera"), ("video2", "HD Webcam C270")):
        (system.dev / name).touch()
        folder = system.sysfs / "class/video4linux" / name
        folder.mkdir(parents=True)
        (folder / "index").write_text("0\n")
        (folder / "name").write_text(title + "\n")
    camera = ScriptedCamera(Studio(size=(360, 640)).frame())
    found = by_id(cameras(system, (), open_with=camera.open))
    assert "HD Webcam C270" in told(found["camera"])
    assert found["camera_infrared"].facts["title"] == "Integrated IR Camera"
    assert camera.opened == 1


def test_a_folder_of_pictures_is_a_source_and_what_is_no_line_is_no_reader(system, tmp_path):
    cv2.imwrite(str(tmp_path / "a.png"), Studio(size=(360, 640)).frame())
    assert by_id(cameras(system, (str(tmp_path),)))["pictures"].facts["count"] == 1
    with VirtualUsb():
        for path in ("/dev/null", "/dev/zero", str(tmp_path / "a.png")):
            finding = by_id(readers(system, (path,)))["no_line"]
            assert (finding.level, finding.remedy) == (Level.BAD, "reader_paths")


@pytest.mark.parametrize(
    ("reason", "said", "cure"),
    [
        (ReaderReason.NO_PCSC_LIBRARY, "pcsc_no_library", "install_pcsc"),
        (ReaderReason.NO_SERVICE, "pcsc_no_service", "start_pcscd"),
        (ReaderReason.NOT_ALLOWED, "pcsc_not_allowed", "polkit"),
    ],
)
def test_who_asks_for_a_pcsc_reader_hears_what_the_service_lacks(
    system, monkeypatch, reason, said, cure
):
    def refused(self):
        raise NfcFault(reason, "as on another machine")

    monkeypatch.setattr("ketuk.scanning.pcsc_service.Service.__init__", refused)
    with VirtualUsb():
        for path in ("pcsc", "pcsc:ACS"):
            faults = [f for f in readers(system, (path,)) if f.level is Level.BAD]
            assert [(f.id, f.remedy) for f in faults] == [(said, cure)]


def test_a_reader_that_hangs_does_not_hang_the_doctor(system, monkeypatch):
    hung = threading.Event()
    monkeypatch.setattr("ketuk.scanning.doctor_nfc.DEADLINE", 0.3)
    monkeypatch.setattr("ketuk.scanning.doctor_nfc.nfc_link.open_port", lambda port: hung.wait(20))
    with VirtualUsb(VirtualAcr122u()):
        finding = by_id(readers(system, ()))["reader_silent"]
    hung.set()
    assert (finding.level, finding.remedy) == (Level.BAD, "replug")


# -- packages, data, clock --------------------------------------------------------------------


def test_packages_and_decoders_of_this_machine():
    assert not [f for f in (*packages(), *decoding()) if f.level is Level.BAD]


def test_missing_libraries_are_named(monkeypatch):
    monkeypatch.setattr(decode, "has_zbar", lambda: False)
    monkeypatch.setitem(sys.modules, "nfc", None)
    found = list(packages())
    assert "no_libzbar" in by_id(found)
    missing = [f for f in found if f.level is Level.BAD]
    assert [f.facts["package"] for f in missing] == ["nfcpy"]
    assert "uv pip install nfcpy" in told(missing[0])
    monkeypatch.setattr(decode, "has_zxing", lambda: False)
    assert by_id(decoding())["no_decoder"].level is Level.BAD


def test_a_decoder_that_reads_nothing_is_bad(monkeypatch):
    monkeypatch.setattr(decode, "zxing", lambda grey: ())
    monkeypatch.setattr(decode, "zbar", lambda grey: ())
    assert by_id(decoding())["decoding_fails"].level is Level.BAD


def test_one_decoder_does_not_hide_that_the_other_fails(monkeypatch):
    monkeypatch.setattr(decode, "zbar", lambda grey: ())
    pictures = by_id(decoding())["decoding_fails"].facts["pictures"]
    assert "pyzbar" in str(pictures)
    assert "zxing" not in str(pictures)


def test_the_data_folder(tmp_path, monkeypatch):
    assert by_id(doctor.place(tmp_path / "not/there/yet"))["data"].level is Level.GOOD
    assert not list(tmp_path.iterdir()), "the doctor changes nothing"
    monkeypatch.setattr("shutil.disk_usage", lambda _: SimpleNamespace(free=10_000_000))
    assert by_id(doctor.place(tmp_path))["data_full"].level is Level.BAD


def test_a_data_folder_that_cannot_be_written():
    if os.path.isdir("/proc/self"):
        assert by_id(doctor.place(Path("/proc/self")))["data_closed"].level is Level.BAD


def test_a_data_folder_that_may_not_be_entered_is_a_finding(tmp_path):
    (tmp_path / "boxes").mkdir()
    tmp_path.chmod(0o700)
    done = in_child(
        """
        import os, sys
        from pathlib import Path
        import ketuk.codes.boxes, ketuk.codes.registry
        from ketuk.scanning.doctor import place
        from ketuk.scanning.findings import Level
        from ketuk.tui.diagnosis import boxes
        if os.geteuid() == 0:  # root may enter everywhere
            os.setgid(65534)
            os.setuid(65534)
            data = Path(sys.argv[1]) / "boxes"
            found = [*place(data), *boxes(data)]
            assert [f.id for f in found if f.level is Level.BAD][:1] == ["data_closed"], found
        """,
        str(tmp_path),
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_a_clock_that_stands_at_the_beginning():
    assert by_id(doctor.clock(lambda: 86400.0))["clock_wrong"].level is Level.BAD
    assert by_id(doctor.clock())["clock"].level is Level.GOOD


def test_a_check_that_falls_over_is_a_finding_and_the_next_one_runs(tmp_path, monkeypatch):
    def falls(*_):
        raise RuntimeError("over")

    monkeypatch.setattr(doctor, "readers", falls)
    found = by_id(doctor.examine(data=tmp_path))
    assert found["check_failed"].facts["problem"] == "RuntimeError: over"
    assert "clock" in found


# -- the command ------------------------------------------------------------------------------


def run(*arguments, data):
    program = ketuk_program()
    return subprocess.run(
        [sys.executable, "-c", program, "--lang", "en", "--data", str(data), "doctor", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=100, check=False,
    )  # fmt: skip


def test_the_command_in_json(tmp_path):
    (tmp_path / "boxes").mkdir()
    (tmp_path / "boxes/AAAA.sqlite").write_bytes(b"no registry")
    clip = film(tmp_path / "clip.avi", [Studio(seed=s).frame() for s in range(10)])
    with VirtualReader() as pn532:
        place = "--nfc", pn532.path, "--camera", str(clip)
        done = run("--json", "--picture", *place, data=tmp_path)
    records = {r["check"]: r for r in map(json.loads, done.stdout.splitlines())}
    assert records["reader"]["level"] == "good"
    assert records["camera"]["facts"]["size"] == "1280x720"
    assert done.stdout.splitlines()[-1] == json.dumps(records["summary"], ensure_ascii=False)
    assert records["summary"]["bad"] == sum(r["level"] == "bad" for r in records.values()) - 1
    assert records["box_bad"]["do"].startswith("Import it again")
    assert {r["v"] for r in records.values()} == {1}
    assert (done.returncode, done.stderr) == (1, "")


def test_the_command_on_paper(tmp_path):
    clip = film(tmp_path / "clip.avi", [Studio(seed=s).frame() for s in range(10)])
    done = run("--camera", str(clip), "--picture", data=tmp_path)
    assert done.returncode == 0, done.stdout
    assert "All is well." in done.stdout
    assert done.stdout.count("▀") > 1000


def test_every_finding_and_every_remedy_has_its_words():
    source = "".join(
        file.read_text("utf-8")
        for file in (
            *sorted((ROOT / "scanning").glob("doctor*.py")),
            ROOT / "tui/cli/doctor.py",
            ROOT / "tui/diagnosis.py",
        )
    )
    ids = set(re.findall(r'\b(?:good|note|bad)\(\s*"(\w+)"', source))
    strings = set(re.findall(r'"([a-z_]+)"', source))
    written = {k.removeprefix("doctor.") for k in keys() if k.startswith("doctor.")}
    remedies = {k.removeprefix("remedy_") for k in written if k.startswith("remedy_")}
    assert ids <= written
    assert remedies <= strings, "a remedy that no finding names"
    named = set(re.findall(r'\b(?:note|bad)\(\s*"\w+",\s*"(\w+)"', source))
    named |= set(re.findall(r'(?:return|else|:) "([a-z]+_[a-z_]+)"', source))
    assert named - written <= remedies


def test_what_is_plugged_in_is_told_apart_without_opening_anything(tmp_path):
    dev, usb = tmp_path / "dev", tmp_path / "sys/bus/usb/devices/1-1"
    for folder in (dev, usb):
        folder.mkdir(parents=True)
    (usb / "devnum").write_text("4\n")
    here = System(dev=dev, sysfs=tmp_path / "sys")
    before = doctor.plugged(here)
    (dev / "video0").touch()
    camera = doctor.plugged(here)
    (usb / "devnum").write_text("5\n")
    again = doctor.plugged(here)
    assert camera - before == {str(dev / "video0")}
    assert len(again) == len(camera)
    assert again != camera
