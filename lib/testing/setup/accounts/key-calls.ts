import { POST } from '#app/api/skills/[name]/runs/route.ts'
import { createKey, listKeys } from '../../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../../auth/model/key-scopes.ts'
import { contextFor, makeUser, type TestUser } from '../../factories.ts'

type KeyWanted = { user?: TestUser; scopes?: KeyScope[]; organisation?: TestUser['organisation'] }

export async function makeKey({ user, scopes = ['run'], organisation }: KeyWanted = {}) {
  const maker = user ?? (await makeUser())
  const ctx = await contextFor(maker, { organisation })
  const { key } = await createKey(ctx, { name: 'A key', scopes, expiresInDays: 30 })
  const [row] = await listKeys(ctx)
  return { key, ctx, id: row!.id }
}

export function postRun(name: string, key: string | null, body: BodyInit | null = '{"args":{"name":"Ada"}}') {
  const headers: HeadersInit = key === null ? {} : { authorization: `Bearer ${key}` }
  const request = new Request(`http://localhost/api/skills/${name}/runs`, { method: 'POST', headers, body })
  return POST(request, { params: Promise.resolve({ name }) })
}

export async function refusalIn(answer: Promise<Response>) {
  const response = await answer
  const { error } = await response.json()
  return [response.status, error.code, error.message]
}
