import { resourceMetadata } from '#lib/oauth/metadata.ts'
import { answerPreflight, readableAnywhere } from '#lib/protocol/cross-origin.ts'
import { publicOrigin } from '#lib/session/public-origin.ts'

/** The doors that take tokens; programs ask with the door's path behind this one. Source: RFC 9728 §3.1. */
const DOORS = ['', '/mcp', '/rpc']

type Props = { params: Promise<{ path?: string[] }> }

/** Who takes the tokens that are given here. */
export async function GET({ headers }: Request, { params }: Props): Promise<Response> {
  const { path = [] } = await params
  const door = path.length > 0 ? `/${path.join('/')}` : ''
  if (!DOORS.includes(door)) return readableAnywhere(new Response(null, { status: 404 }))
  return readableAnywhere(Response.json(resourceMetadata(publicOrigin(headers), door)))
}

export function OPTIONS(): Response {
  return answerPreflight('GET')
}
