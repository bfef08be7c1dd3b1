/**
 * Whether a camera would read the drawing: it is painted small, as on a phone's screen, and read back.
 * @returns what it says, or null when it can't be read.
 */
export async function readDrawing(url: string): Promise<string | null> {
  const { default: jsQr } = await import('jsqr');
  const image = new Image();
  image.src = url;
  await image.decode();
  const side = 240;
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, side, side);
  context.drawImage(image, 0, 0, side, side);
  return jsQr(context.getImageData(0, 0, side, side).data, side, side)?.data ?? null;
}
