// A short sound and a tremble when it is one's turn; browsers allow it after the first touch.

let sound = null;

export function ready() {
  const Sound = window.AudioContext;
  if (!Sound) return;
  sound ??= new Sound();
  if (sound.state === "suspended") sound.resume().catch(() => {});
}

export function ring() {
  navigator.vibrate?.([60, 40, 60]);
  if (sound?.state !== "running") return;
  const tone = sound.createOscillator();
  const loud = sound.createGain();
  const now = sound.currentTime;
  tone.frequency.value = 660;
  loud.gain.setValueAtTime(0.12, now);
  loud.gain.exponentialRampToValueAtTime(0.001, now + 0.25);
  tone.connect(loud).connect(sound.destination);
  tone.start(now);
  tone.stop(now + 0.25);
}
