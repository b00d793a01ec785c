/** A short tone, made here: nothing is loaded. */
export function playTone(): void {
  const sound = new AudioContext();
  const [tone, loudness] = [sound.createOscillator(), sound.createGain()];
  tone.frequency.value = 660;
  loudness.gain.setValueAtTime(0.1, sound.currentTime);
  loudness.gain.exponentialRampToValueAtTime(0.001, sound.currentTime + 0.2);
  tone.connect(loudness).connect(sound.destination);
  tone.start();
  tone.stop(sound.currentTime + 0.2);
  tone.onended = () => void sound.close();
}

/** Says something beside other windows, while this page is not seen. */
export function notifyOnDesktop(title: string, body: string, onClick: () => void): void {
  if (document.visibilityState === 'visible' || !('Notification' in window) || Notification.permission !== 'granted') return;
  const notification = new Notification(title, { body });
  notification.onclick = () => {
    window.focus();
    onClick();
  };
}

/** Asks the browser to let us; false where it does not. */
export async function askForDesktop(): Promise<boolean> {
  return 'Notification' in window && (await Notification.requestPermission()) === 'granted';
}
