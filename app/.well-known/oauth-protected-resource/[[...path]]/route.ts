import { resourceMetadata } from '#lib/auth/oauth/oauth-metadata.ts'
import { readableAnywhere } from '#lib/protocols/http/responses/cross-origin.ts'
import { crossOriginMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

/** The protected resources; clients append their path to the URL of this document (RFC 9728 §3.1). */
const RESOURCES = ['', '/mcp', '/rpc']

type Props = { params: Promise<{ path?: string[] }> }

export async function GET({ headers }: Request, { params }: Props): Promise<Response> {
  const { path = [] } = await params
  const resource = path.length > 0 ? `/${path.join('/')}` : ''
  if (!RESOURCES.includes(resource)) return readableAnywhere(new Response(null, { status: 404 }))
  return readableAnywhere(Response.json(resourceMetadata(publicOrigin(headers), resource)))
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
