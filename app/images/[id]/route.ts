import { getImage } from '#lib/images/images.ts'
import { answerHttp } from '#lib/protocol/http-answer.ts'
import { contextFromCookie } from '#lib/session/from-cookie.ts'

// An address stands for its bytes, so a copy is good for ever. The rest keeps a browser from ever taking the
// bytes for anything but a picture, even when somebody opens them as a page.
const HEADERS = {
  'cache-control': 'public, max-age=31536000, immutable',
  'content-security-policy': "default-src 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
}

type Props = { params: Promise<{ id: string }> }

export function GET(_request: Request, { params }: Props): Promise<Response> {
  return answerHttp(async () => {
    const { mime, bytes } = await getImage(await contextFromCookie(), (await params).id)
    return new Response(new Uint8Array(bytes), { headers: { ...HEADERS, 'content-type': mime } })
  })
}
