import { POST } from '#app/rpc/route.ts'
import { createKey } from '../auth/manage-api-keys.ts'
import type { KeyScope } from '../auth/model/key-scopes.ts'
import { refreshCatalogEntries } from '../catalog/refresh-catalog-entries.ts'
import { database } from '../kernel/db/prisma-client.ts'
import type { Json, JsonObject } from '../kernel/json/json.ts'
import {
  contextFor,
  makePublishedVersion,
  makePublisher,
  makeSkillSetDocument,
  makeUser,
  type TestUser,
} from './factories.ts'

/**
 * Creates a user with a key, and skills: `alpha` to `delta` are public, `hidden` is private, `closed` has closed
 * source.
 */
export async function setUpRpc() {
  const user = await makeUser()
  const publisher = await makePublisher({ owner: user })
  const press = publisher.handle

  async function publish(fields: Partial<Parameters<typeof makeSkillSetDocument>[0]>) {
    const version = await makePublishedVersion({ publisher, document: makeSkillSetDocument(fields) })
    await database().$transaction((tx) => refreshCatalogEntries(tx, version.skillSetId))
    return version
  }

  async function makeKey(scopes: KeyScope[], of: TestUser = user) {
    return (await createKey(await contextFor(of), { name: 'A key', scopes, expiresInDays: 1 })).key
  }

  for (const slug of ['alpha', 'beta', 'delta']) await publish({ slug })
  await publish({ slug: 'closed', source: 'closed' })
  await publish({ slug: 'hidden', visibility: 'PRIVATE' })
  return { user, publisher, press, publish, makeKey, key: await makeKey(['read', 'run']) }
}

export function post(body: unknown, bearer?: string): Promise<Response> {
  const headers: HeadersInit = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  const text = typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body)
  return POST(new Request('http://localhost/rpc', { method: 'POST', headers, body: text as BodyInit }))
}

type Answer = { id: Json; result: JsonObject; error: { code: number; message: string; data: JsonObject } }

export async function call(method: string, params: JsonObject = {}, bearer?: string): Promise<Answer> {
  return (await post({ jsonrpc: '2.0', id: 1, method, params }, bearer)).json()
}

export async function result(...asked: Parameters<typeof call>): Promise<JsonObject> {
  const { result: got, error } = await call(...asked)
  if (error) throw new Error(JSON.stringify(error))
  return got
}
