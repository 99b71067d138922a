import { afterAll, beforeAll, beforeEach, expect, vi } from 'vitest'
import type { Context } from '../../../context/context.ts'
import { finishConnect } from '../../../integrations/finish-connect.ts'
import { startConnect } from '../../../integrations/start-connect.ts'
import { database } from '../../../kernel/db/prisma-client.ts'
import { log } from '../../../kernel/logging/log.ts'
import { runToEnd } from '../../../runs/start/start-run.ts'
import { contextFor, makeUser } from '../../factories.ts'
import { returns } from '../../fake-sandbox.ts'
import { makeLinkedVersion, makeProvider } from '../../integration-setup.ts'
import { CALLBACK_URL, CLIENT, type OAuthProvider, startOAuthProvider } from '../../start-oauth-provider.ts'

const db = database()

export function setUpOAuthProvider() {
  let remote: OAuthProvider
  const warnings: unknown[] = []

  beforeAll(async () => {
    remote = await startOAuthProvider()
    vi.stubEnv('GUILDHALL_INTEGRATION_HOSTS', remote.host)
    vi.spyOn(log, 'warn').mockImplementation((...line: unknown[]) => void warnings.push(line))
  })

  afterAll(async () => {
    vi.unstubAllEnvs()
    vi.restoreAllMocks()
    await remote.stop()
    expect(JSON.stringify(warnings)).not.toContain(CLIENT.clientSecret)
  })

  beforeEach(() => {
    Object.assign(remote.consent, { isGiven: true })
    remote.ttl.seconds = 3_600
  })

  const oauthFields = (changes: object = {}) => ({
    ...{ kind: 'oauth2', name: 'Acme', sentAs: 'bearer', sentName: null, hosts: ['api.acme.example'] },
    ...{ scopes: ['read', 'write'], issuer: remote.issuer, ...CLIENT },
    ...changes,
  })

  async function setUpAccount(changes: object = {}) {
    const sandbox = returns({ message: 'Done.' })
    const ctx = await contextFor(await makeUser(), { sandbox })
    const provider = await makeProvider(oauthFields(changes))
    const version = await makeLinkedVersion([provider])
    const ask = { provider, skillSet: version.skillSetName, back: '/a/b/c' }
    const start = async (as: Context = ctx) => (await startConnect(as, ask, CALLBACK_URL)).url
    const connect = async () => finishConnect(ctx, await remote.visit(await start()), CALLBACK_URL)
    const run = () => runToEnd(ctx, { skill: { name: version.skillName }, args: { name: 'Ada' } })
    const { organisationId } = ctx.viewer!
    const connection = () => db.integrationConnection.findFirstOrThrow({ where: { organisationId } })
    return { ctx, sandbox, provider, version, start, connect, run, connection }
  }

  return {
    get remote() {
      return remote
    },
    warnings,
    oauthFields,
    setUpAccount,
  }
}
