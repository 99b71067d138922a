import { finishConnect } from '#lib/integrations/finish-connect.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { httpRoute, otherMethods } from '#lib/protocols/http/responses/other-methods.ts'
import { contextFromPage } from '#lib/protocols/session/context/context-from-request.ts'
import { publicOrigin } from '#lib/protocols/session/network/caller-address.ts'

export const GET = httpRoute(async (request) => {
  const ctx = await contextFromPage(request)
  const { search, searchParams } = new URL(request.url)
  if (!ctx.viewer) return redirectTo(paths.signIn(paths.connectCallback + search))
  const callbackUrl = publicOrigin(request.headers) + paths.connectCallback
  const { outcome, forSkillSet, back } = await finishConnect(ctx, searchParams, callbackUrl)
  const query = new URLSearchParams({
    outcome,
    ...(forSkillSet !== undefined && { for: forSkillSet }),
    ...(back !== undefined && { back }),
  })
  return redirectTo(`${paths.integrations}?${query}`)
})

function redirectTo(location: string): Response {
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
}

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods(['GET'])
