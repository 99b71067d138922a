// Tests creating, renaming, viewing and choosing organisations.
import { expect, test } from 'vitest'
import { database } from '../kernel/db/prisma-client.ts'
import { contextFor, freshName, makeOrganisation, makeUser, visitor } from '../testing/factories.ts'
import { getOrganisationPage } from './get-organisation-page.ts'
import {
  chooseOrganisation,
  createOrganisation,
  listOrganisations,
  renameOrganisation,
} from './organisations.ts'

const db = database()

test('the creator of an organisation owns it, and has it next to their personal one', async () => {
  const user = await makeUser()
  const ctx = await contextFor(user)
  const name = freshName('guild')

  const id = await createOrganisation(ctx, { name })

  expect(await listOrganisations(ctx)).toEqual([
    { id: user.organisation.id, name: user.name, role: 'OWNER', isPersonal: true },
    { id, name, role: 'OWNER', isPersonal: false },
  ])
  expect(await db.auditEvent.count({ where: { subjectId: id, action: 'organisation.create' } })).toBe(1)
})

test('visitors have no organisations and cannot create any', async () => {
  await expect(createOrganisation(visitor(), { name: 'x' })).rejects.toMatchObject({
    code: 'UNAUTHENTICATED',
  })
  expect(await listOrganisations(visitor())).toEqual([])
})

test('an organisation without a name is refused', async () => {
  const ctx = await contextFor(await makeUser())

  await expect(createOrganisation(ctx, { name: '  ' })).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    options: { issues: [{ path: '/name', message: 'Enter a name.' }] },
  })
})

test('the members of an organisation see one another, and which of them they are', async () => {
  const [owner, member] = await Promise.all([makeUser(), makeUser()])
  const organisation = await makeOrganisation({ owner, members: [member] })

  const page = await getOrganisationPage(await contextFor(member, { organisation }))

  expect(page).toMatchObject({ name: organisation.name, isPersonal: false, role: 'MEMBER', invitations: [] })
  expect(page.members).toMatchObject([
    { userId: owner.id, role: 'OWNER', isViewer: false },
    { userId: member.id, role: 'MEMBER', isViewer: true },
  ])
})

test('an admin may rename an organisation, a plain member may not', async () => {
  const [owner, admin, member] = await Promise.all([makeUser(), makeUser(), makeUser()])
  const organisation = await makeOrganisation({ owner, admins: [admin], members: [member] })
  const name = freshName('guild')

  await renameOrganisation(await contextFor(admin, { organisation }), { name })
  const refused = renameOrganisation(await contextFor(member, { organisation }), { name: 'Mine' })

  await expect(refused).rejects.toMatchObject({ code: 'POLICY_DENIED' })
  expect(await db.organisation.findUnique({ where: { id: organisation.id } })).toMatchObject({ name })
})

test('a personal organisation has the name of its person', async () => {
  const alone = await contextFor(await makeUser())

  await expect(renameOrganisation(alone, { name: 'x' })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
  })
})

test('a user can switch to their own organisations only, and others do not exist for them', async () => {
  const [owner, stranger] = await Promise.all([makeUser(), makeUser()])
  const { id } = await makeOrganisation({ owner })

  expect(await chooseOrganisation(await contextFor(owner), { id })).toBe(id)
  const foreign = chooseOrganisation(await contextFor(stranger), { id })
  await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const bad = chooseOrganisation(await contextFor(stranger), { id: { not: '' } })
  await expect(bad).rejects.toMatchObject({ code: 'INVALID_INPUT' })
})
