import { describe, expect, test } from 'vitest'
import { createKey } from '../../auth/manage-api-keys.ts'
import { getPublisherPage } from '../../catalog/get-publisher-page.ts'
import { database } from '../../kernel/db/prisma-client.ts'
import { addWebhook } from '../../notices/webhooks/manage-webhooks.ts'
import { contextFromKey } from '../../protocols/session/context/context-from-key.ts'
import { resolveSkill } from '../../runs/resolve/resolve-skill.ts'
import { contextFor, freshName, makePublisher, makeUser, visitor } from '../../testing/factories.ts'
import { setUpRename } from '../../testing/setup/catalog/renamed-publisher.ts'
import { addToToolset, createToolset } from '../../toolsets/change-toolset.ts'
import { claimHandle } from '../drafts/claim-handle.ts'
import { MAX_NAMES, renamePublisher, renameSlug } from './rename.ts'

const db = database()

describe('a renamed publisher', () => {
  test('keeps keys, toolsets, webhooks and their names', async () => {
    const { slug, version, caller, rename, oldName } = await setUpRename()
    const skillSets = [oldName.slice(0, oldName.lastIndexOf('.'))]
    const limited = { name: 'CI', scopes: ['run'], expiresInDays: null, skillSets }
    const { key } = await createKey(caller, limited)
    await createToolset(caller, { name: 'tools' })
    await addToToolset(caller, { toolset: 'tools', skill: oldName, versionId: version.id, consent: true })
    await addWebhook(caller, { url: 'https://hooks.example.com/x', skillName: oldName })
    const bound = await createKey(caller, {
      name: 'Agent',
      scopes: ['run'],
      expiresInDays: null,
      toolset: 'tools',
    })

    const { handle, name } = await rename()

    for (const each of [key, bound.key]) {
      const headers = { authorization: `Bearer ${each}` }
      const ctx = await contextFromKey(new Request('http://localhost/', { headers }), [])
      for (const called of [oldName, name])
        expect(await resolveSkill(ctx, { name: called })).toMatchObject({ name })
    }
    const { organisationId } = caller.viewer!
    expect(await db.webhook.findFirst({ where: { organisationId } })).toMatchObject({ skillName: name })
    expect(await db.apiKey.findFirst({ where: { organisationId, name: 'CI' } })).toMatchObject({
      skillSets: [`${handle}.${slug}`],
    })
    // A new key that is limited to the old name is stored with the new one.
    await createKey(caller, { ...limited, name: 'Later' })
    expect(await db.apiKey.findFirst({ where: { organisationId, name: 'Later' } })).toMatchObject({
      skillSets: [`${handle}.${slug}`],
    })
  })

  test('has to be verified again', async () => {
    const { publisher, rename } = await setUpRename()
    await db.publisher.update({ where: { id: publisher.id }, data: { verifiedAt: new Date() } })

    const { handle } = await rename()

    expect((await getPublisherPage(visitor(), handle)).publisher.verified).toBe(false)
  })

  test('keeps its old handle from others, and can have it back', async () => {
    const { publisher, owner, rename } = await setUpRename()
    const { handle } = await rename()
    const stranger = await contextFor(await makeUser())
    const claim = () => claimHandle(stranger, { handle: publisher.handle, displayName: 'Stranger' })

    await expect(claim()).rejects.toMatchObject({ code: 'CONFLICT' })
    const { publisher: other } = await setUpRename()
    const theirs = await contextFor(other.owner)
    const steal = renamePublisher(theirs, { handle: other.handle, to: publisher.handle })
    await expect(steal).rejects.toMatchObject({ code: 'CONFLICT', options: { issues: [{ path: '/to' }] } })
    // The database refuses it too, even for code that does not check former names.
    await expect(makePublisher({ handle: publisher.handle })).rejects.toThrow()

    await renamePublisher(owner, { handle, to: publisher.handle })
    expect((await getPublisherPage(visitor(), handle)).publisher.handle).toBe(publisher.handle)
    await expect(claim()).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('frees a handle under which nothing was published', async () => {
    const publisher = await makePublisher()
    await renamePublisher(await contextFor(publisher.owner), { handle: publisher.handle, to: freshName() })

    const claim = { handle: publisher.handle, displayName: 'Another' }
    await expect(claimHandle(await contextFor(await makeUser()), claim)).resolves.toBeUndefined()
  })

  test('cannot collect handles', async () => {
    const { publisher, owner } = await setUpRename()
    let { handle } = publisher
    for (let turn = 1; turn < MAX_NAMES; turn++)
      handle = await renamePublisher(owner, { handle, to: freshName('more') })

    const another = renamePublisher(owner, { handle, to: freshName('more') })
    await expect(another).rejects.toMatchObject({
      code: 'LIMIT_REACHED',
      message: 'This publisher has used 5 names, the maximum. Former names stay reserved.',
    })
    await expect(renamePublisher(owner, { handle, to: publisher.handle })).resolves.toBe(publisher.handle)
  })
})

test('the name that it already has is refused, and nothing is recorded', async () => {
  const { publisher, slug, skillSetId, owner } = await setUpRename()
  const { handle } = publisher

  await expect(renamePublisher(owner, { handle, to: ` ${handle} ` })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/to', message: `The handle is already “${handle}”.` }] },
  })
  await expect(renameSlug(owner, { skillSetId, slug })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/slug', message: `The slug is already “${slug}”.` }] },
  })
  expect(await db.auditEvent.count({ where: { subjectId: { in: [publisher.id, skillSetId] } } })).toBe(0)
})
