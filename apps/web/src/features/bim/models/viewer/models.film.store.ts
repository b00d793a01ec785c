const FRAMES_A_SECOND = 10;
const TYPES = ['video/webm;codecs=vp9', 'video/webm;codecs=vp8', 'video/webm'] as const;

/** Films a canvas as WebM until it is stopped; null where the browser cannot. */
export function filmOf(canvas: HTMLCanvasElement): { stop(): Promise<Blob> } | null {
  const type = typeof MediaRecorder === 'undefined' ? undefined : TYPES.find((one) => MediaRecorder.isTypeSupported(one));
  if (!type || typeof canvas.captureStream !== 'function') return null;
  const stream = canvas.captureStream(FRAMES_A_SECOND);
  const recorder = new MediaRecorder(stream, { mimeType: type });
  const parts: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => void parts.push(data));
  recorder.start();
  return {
    stop: () =>
      new Promise((resolve) => {
        recorder.addEventListener('stop', () => resolve(new Blob(parts, { type: 'video/webm' })), { once: true });
        recorder.stop();
        for (const track of stream.getTracks()) track.stop();
      }),
  };
}
