// The sound of a stone, synthesized: a short knock of wood and the click of the stone. It is off by default.

import { store } from "../store.js";

/** @type {AudioContext | null} */
let audio = null;

/** Plays the sound of one stone. @param {boolean} [soft] whether it is a disc on felt */
function knock(soft = false) {
  audio ??= new AudioContext();
  if (audio.state === "suspended") void audio.resume();
  const now = audio.currentTime;
  const out = audio.createGain();
  out.gain.value = soft ? 0.35 : 0.6;
  out.connect(audio.destination);
  // The board: a low tone that fades quickly.
  const body = audio.createOscillator();
  const bodyGain = audio.createGain();
  body.frequency.setValueAtTime(soft ? 130 : 210, now);
  body.frequency.exponentialRampToValueAtTime(soft ? 80 : 120, now + 0.09);
  bodyGain.gain.setValueAtTime(0.7, now);
  bodyGain.gain.exponentialRampToValueAtTime(0.001, now + 0.12);
  body.connect(bodyGain).connect(out);
  body.start(now);
  body.stop(now + 0.13);
  // The stone: a very short high noise.
  const length = Math.floor(audio.sampleRate * 0.03);
  const buffer = audio.createBuffer(1, length, audio.sampleRate);
  const data = buffer.getChannelData(0);
  for (let i = 0; i < length; i += 1) data[i] = (Math.random() * 2 - 1) * (1 - i / length) ** 3;
  const noise = audio.createBufferSource();
  noise.buffer = buffer;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = soft ? 900 : 2600;
  band.Q.value = 1.2;
  noise.connect(band).connect(out);
  noise.start(now);
}

/** Plays a sound for each new stone, if the setting is on. */
export function registerSound() {
  let before = 0;
  let board = store.state.board?.id;
  store.watch(["view", "pending", "settings"], ({ view, pending, settings, board: b }) => {
    const count = (view ? view.stones.black.length + view.stones.white.length + view.captured.length : 0) + (pending?.point ? 1 : 0);
    const more = count > before && b?.id === board;
    before = view ? count - (view.captured.length ?? 0) : 0;
    board = b?.id;
    if (more && settings.sound && count > 0) knock(b?.piece === "disc");
  });
}
