"""Bytes into texts: checked against ndeflib, and against anything at all."""

from __future__ import annotations

import ndef as ndeflib
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ketuk.scanning import ndef
from ketuk.scanning.ndef import NdefMessage

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=60)
languages = st.sampled_from(["en", "id", "de-CH"])


def message(*records: ndeflib.Record) -> bytes:
    return b"".join(ndeflib.message_encoder(records))


@given(st.lists(st.tuples(texts, languages, st.sampled_from(["UTF-8", "UTF-16"])), max_size=4))
def test_text_records_as_ndeflib_writes_them(entries):
    octets = message(*(ndeflib.TextRecord(*entry) for entry in entries))
    assert ndef.read(octets) == NdefMessage(tuple(text for text, _, _ in entries))


@given(texts, languages)
def test_ndeflib_reads_what_is_written_here(text, language):
    octets = ndef.text_message(text, language=language)
    (record,) = ndeflib.message_decoder(octets, errors="strict")
    assert (record.text, record.language, record.encoding) == (text, language, "UTF-8")


@pytest.mark.parametrize("prefix", range(36))
def test_uri_prefixes_are_those_of_the_standard(prefix):
    octets = bytes([0xD1, 1, 6]) + b"U" + bytes([prefix]) + b"ketuk"
    expected = ndeflib.UriRecord._prefix_strings[prefix] + "ketuk"
    assert ndef.read(octets).texts == (expected,)


@given(st.binary(max_size=200))
def test_no_bytes_make_it_raise(octets):
    assert isinstance(ndef.read(octets), NdefMessage)


@given(texts, st.data())
def test_a_message_cut_off_anywhere_is_broken_or_empty(text, data):
    octets = ndef.text_message(text)
    cut = data.draw(st.integers(0, len(octets) - 1))
    assert ndef.read(octets[:cut]) == NdefMessage((), broken=cut > 0)


@given(texts, st.binary(max_size=40), texts)
def test_what_stands_before_the_damage_is_read(first, junk, second):
    octets = message(ndeflib.TextRecord(first), ndeflib.TextRecord(second))
    whole = len(b"".join(list(ndeflib.message_encoder([ndeflib.TextRecord(first)]))))
    read = ndef.read(octets[:whole] + b"\x51\x01\xff" + junk[:20])
    assert read.texts[:1] == (first,)


def test_a_record_in_chunks_is_one_text():
    body = b"\x02idKTK:N5NG0ANCHAVD"
    octets = (
        bytes([0xB1, 1, 4]) + b"T" + body[:4] + bytes([0x36, 0, 5]) + body[4:9]
        + bytes([0x56, 0, len(body) - 9]) + body[9:]
    )  # fmt: skip
    assert ndef.read(octets) == NdefMessage(("KTK:N5NG0ANCHAVD",))


def test_a_smart_poster_is_opened():
    inner = message(ndeflib.UriRecord("https://example.org/k/1"), ndeflib.TextRecord("Kartu"))
    poster = ndeflib.Record("urn:nfc:wkt:Sp", "", inner)
    assert ndef.read(message(poster)).texts == ("https://example.org/k/1", "Kartu")


def test_an_absolute_uri_is_a_text():
    octets = bytes([0xD3, 21, 0]) + b"https://example.org/1"
    assert ndef.read(octets).texts == ("https://example.org/1",)


def test_other_records_are_passed_over():
    octets = message(
        ndeflib.Record("application/json", "", b"{}"), ndeflib.TextRecord("KTK:N5NG0ANCHAVD")
    )
    assert ndef.read(octets) == NdefMessage(("KTK:N5NG0ANCHAVD",))


def test_a_text_too_long_for_a_short_record_is_refused():
    with pytest.raises(ValueError, match="255"):
        ndef.text_message("x" * 253)
