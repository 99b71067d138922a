import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Compresses the text if the client accepts it: Next compresses pages and scripts, but not what routes answer. */
export async function compressedResponse(
  request: Request,
  text: string,
  headers: Record<string, string>,
): Promise<Response> {
  const all = { ...headers, vary: [headers.vary, 'accept-encoding'].filter(Boolean).join(', ') }
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? ''))
    return new Response(text, { headers: all })
  const body = new Uint8Array(await compress(text))
  return new Response(body, { headers: { ...all, 'content-encoding': 'gzip' } })
}
