/** Sends a picture to where pictures are kept. */
import { MAX_IMAGE_BYTES } from '#lib/contract/market/image-kind.ts'

type Answer = { url: string; failure?: undefined } | { url?: undefined; failure: string }

/** The address it is served from, or why not, as a sentence. */
export async function uploadImage(file: File): Promise<Answer> {
  if (file.size > MAX_IMAGE_BYTES)
    return { failure: `The picture is larger than ${MAX_IMAGE_BYTES / 1024 / 1024} MB.` }
  try {
    const response = await fetch('/api/images', { method: 'POST', body: file })
    const body = await response.json()
    return response.ok ? { url: String(body.path) } : { failure: String(body.error?.message) }
  } catch {
    return { failure: 'The server cannot be reached. Try again.' }
  }
}
