import exifr from 'exifr'
import { imageDimensionsFromData } from 'image-dimensions'

const TYPES = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  heic: 'image/heic',
}
// EXIF orientations from 5 on are turned by a quarter.
const FIRST_TURNED = 5

export default async function handler({ parameters, context }) {
  const { image, large_file } = parameters
  const bytes = large_file ? await context.blobs.readBytes(large_file) : bytesOf(image)
  const found = imageDimensionsFromData(bytes)
  if (!found)
    refuse('This is not an image that can be read.', 'Choose a JPEG, PNG, GIF, WebP, AVIF or HEIC file.')

  const exif = await readExif(bytes)
  const isTurned = exif.Orientation >= FIRST_TURNED
  const [width, height] = isTurned ? [found.height, found.width] : [found.width, found.height]
  const camera = [exif.Make, exif.Model].filter(Boolean).join(' ').trim()
  const hasPlace = Number.isFinite(exif.latitude) && Number.isFinite(exif.longitude)
  const divisor = greatestCommonDivisor(width, height)
  return {
    message: `**${width} × ${height} px**, ${found.type.toUpperCase()}, ${Math.ceil(bytes.length / 1024)} KB.${hasPlace ? ' It contains the place where it was taken.' : ''}`,
    width,
    height,
    type: TYPES[found.type],
    size_bytes: bytes.length,
    megapixels: Math.round((width * height) / 10_000) / 100,
    aspect_ratio: `${width / divisor}:${height / divisor}`,
    has_metadata: Object.keys(exif).length > 0,
    ...(exif.DateTimeOriginal instanceof Date && {
      taken_at: exif.DateTimeOriginal.toISOString().slice(0, 19),
    }),
    ...(camera && { camera }),
    ...(hasPlace && { latitude: round(exif.latitude), longitude: round(exif.longitude) }),
  }
}

function bytesOf(file) {
  if (!file) refuse('There is no image.', 'Choose an image, or a large image.')
  return Uint8Array.fromBase64(file.slice(file.indexOf(',') + 1))
}

/** Many images have no metadata, or some that cannot be read. */
async function readExif(bytes) {
  try {
    return (await exifr.parse(bytes, { translateValues: false, ihdr: false, xmp: false, icc: false })) ?? {}
  } catch (error) {
    console.log(error)
    return {}
  }
}

const greatestCommonDivisor = (a, b) => (b === 0 ? a : greatestCommonDivisor(b, a % b))

const round = (degrees) => Math.round(degrees * 1e6) / 1e6

function refuse(message, suggested_action) {
  throw { code: 'INVALID_INPUT', message, suggested_action, recoverable: true }
}
