/** Needs no stored secret: docs/guide/publishing.md, "Publish from CI". */

import type { SkillSetDocument } from '#lib/contracts/document/skillset-document.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { isObject } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { UsageError } from '../cli-command.ts'
import { originOf, requestJsonFromSite } from '../remote-site/request-from-site.ts'

type Build = { site: string; publisher: string | undefined; document: SkillSetDocument; note: string }

export type StagedBuild = { id: string; name: string; version: string; url: string }

/** Throws UsageError outside GitHub Actions, and the site's errors. */
export async function stageFromActions({ site, publisher, document, note }: Build): Promise<StagedBuild> {
  if (!publisher) throw new UsageError('With --site, name the publisher with --publisher HANDLE.')
  const origin = originOf(site)
  const exchange = { id_token: await requestIdToken(origin), skill_set: `${publisher}.${document.slug}` }
  const { token } = await post<{ token: string }>(origin, paths.stagingToken, exchange)
  return post<StagedBuild>(origin, paths.stagedSubmissions, { document, note }, token)
}

function post<Answer>(site: string, path: string, body: object, key = ''): Promise<Answer> {
  const init = {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  }
  return requestJsonFromSite<Answer>(site, path, init, key)
}

/** https://docs.github.com/actions/reference/security/oidc */
async function requestIdToken(audience: string): Promise<string> {
  const { ACTIONS_ID_TOKEN_REQUEST_URL: address, ACTIONS_ID_TOKEN_REQUEST_TOKEN: token } = process.env
  if (!address || !token)
    throw new UsageError(
      'publish --site works in GitHub Actions, in a job with "permissions: id-token: write". See /docs/publishing#ci. On your own machine, use the command line of the site: /docs/laptop.',
    )
  const url = new URL(address)
  url.searchParams.set('audience', audience)
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(30_000),
  }).catch((cause: unknown) => {
    throw new AppError('TOOL_NOT_AVAILABLE', { message: 'GitHub did not return an ID token.', cause })
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok && isObject(answer) && typeof answer.value === 'string') return answer.value
  throw new AppError('TOOL_NOT_AVAILABLE', {
    message: `GitHub answered ${response.status} instead of an ID token.`,
  })
}
