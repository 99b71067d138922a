import { beforeAll } from 'vitest'
import { POST as IMPORT } from '#app/api/vault/archive/route.ts'
import { GET, PUT } from '#app/api/vault/file/route.ts'
import { GET as LIST } from '#app/api/vault/files/route.ts'
import { GET as FIND } from '#app/api/vault/find/route.ts'
import { POST as UNDO } from '#app/api/vault/undo/route.ts'
import { createKey } from '../../../auth/manage-api-keys.ts'
import type { KeyScope } from '../../../auth/model/key-scopes.ts'
import { paths } from '../../../kernel/site/paths.ts'
import { contextFor, makeUser, type TestUser } from '../../factories.ts'

export async function makeVaultKey(of: TestUser, scopes: KeyScope[]): Promise<string> {
  return (await createKey(await contextFor(of), { name: 'A key', scopes, expiresInDays: 1 })).key
}

type Sent = { key?: string | null; headers?: Record<string, string> }

export async function refusalIn(answer: Promise<Response>) {
  const response = await answer
  return [response.status, (await response.json()).error.code]
}

export function setUpVaultRoutes() {
  let user: TestUser
  let key: string

  beforeAll(async () => {
    user = await makeUser()
    key = await makeVaultKey(user, ['read', 'write'])
  })

  function requestTo(
    path: string,
    method: string,
    { key: sent, headers }: Sent = {},
    body?: BodyInit,
  ): Request {
    const authorization = sent === null ? undefined : `Bearer ${sent ?? key}`
    const init = {
      method,
      headers: { ...(authorization && { authorization }), ...headers },
      body,
      duplex: 'half',
    }
    return new Request(`http://localhost${path}`, init as RequestInit)
  }

  const putFile = (path: string, body: BodyInit, sent?: Sent) =>
    PUT(requestTo(paths.vaultBytes(path), 'PUT', sent, body))

  const getFile = (path: string, sent?: Sent) => GET(requestTo(paths.vaultBytes(path), 'GET', sent))

  const listFolder = (prefix: string, sent?: Sent) =>
    LIST(requestTo(`${paths.vaultList(prefix)}&recursive=true`, 'GET', sent))

  const findFile = (name: string, sent?: Sent) => FIND(requestTo(paths.vaultFind(name), 'GET', sent))
  const postUndo = (body: unknown, sent?: Sent) =>
    UNDO(requestTo(paths.vaultUndo, 'POST', sent, JSON.stringify(body)))

  const importArchive = (query: string, body: Uint8Array, sent?: Sent) =>
    IMPORT(requestTo(`/api/vault/archive${query}`, 'POST', sent, Buffer.from(body)))

  return {
    get user() {
      return user
    },
    requestTo,
    putFile,
    getFile,
    listFolder,
    findFile,
    postUndo,
    importArchive,
  }
}
