// A picture of a sticker, as small as a host can still read it.

const LONG = 1280;

// Base64 of a JPEG whose longer side has at most LONG pixels. Throws where it is no picture.
export async function small(file) {
  const picture = await createImageBitmap(file);
  const scale = Math.min(1, LONG / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d").drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas.toDataURL("image/jpeg", 0.8).split(",")[1];
}
