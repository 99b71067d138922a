import { crossOriginMethods, publicRoute } from '#lib/protocols/http/responses/other-methods.ts'
import { restQuote } from '#lib/protocols/http/responses/rest-answers.ts'
import { jsonResponse } from '#lib/protocols/openapi/endpoint.ts'
import { QUOTE_RUN } from '#lib/protocols/openapi/skill-endpoints.ts'
import { contextOfReader } from '#lib/protocols/session/context/context-from-request.ts'
import { openSkill } from '#lib/protocols/skills-protocol/open-skill.ts'
import { quoteRun } from '#lib/runs/prepare/quote-run.ts'

/** Returns the price of a run of `?version=`; with a key, the price for its organisation. */
export const GET = publicRoute<{ name: string }>(async (request, { name }) => {
  const ctx = await contextOfReader(request, ['read', 'run'])
  const version = new URL(request.url).searchParams.get('version') ?? undefined
  const opened = await openSkill(ctx, { name: name, version })
  return jsonResponse(QUOTE_RUN, 200, restQuote(opened, await quoteRun(ctx, opened)))
})

export const { POST, PUT, PATCH, DELETE, OPTIONS } = crossOriginMethods(['GET'])
