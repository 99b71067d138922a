/** Applies the groups of an identity provider at each sign-in. */
import { recordAudit } from '../audit/audit-log.ts'
import type { GroupRule } from '../auth/oidc-settings.ts'
import type { Database, Tx } from '../kernel/db/prisma-client.ts'
import {
  countOwners,
  deleteMember,
  findMember,
  findOrganisation,
  insertMember,
  lockMembers,
  updateMemberRole,
} from '../organisations/rows/organisations.ts'
import { findUser, lockAdmins, type UserRow, updatePerson } from './rows/users.ts'

/**
 * Gives the person the roles of the first matching rule of each organisation, and takes those whose group they have
 * left. Leaves roles that no rule mentions, and never removes the last admin or an organisation's last owner.
 */
export async function applyGroups(
  db: Database,
  userId: string,
  { rules, groups }: { rules: readonly GroupRule[]; groups: readonly string[] },
): Promise<void> {
  if (rules.length === 0) return
  const matching = rules.filter(({ group }) => groups.includes(group))
  await db.$transaction(async (tx) => {
    const user = await findUser(tx, userId)
    if (!user) return
    if (rules.some(({ admin }) => admin))
      await setAdmin(
        tx,
        user,
        matching.some(({ admin }) => admin === true),
      )
    for (const organisationId of new Set(rules.flatMap(({ organisation }) => organisation ?? []))) {
      const rule = matching.find(({ organisation }) => organisation === organisationId)
      await setMembership(tx, user, organisationId, rule?.role ?? null)
    }
  })
}

async function setAdmin(tx: Tx, user: UserRow, isAdmin: boolean): Promise<void> {
  if ((user.role === 'ADMIN') === isAdmin) return
  const admins = await lockAdmins(tx)
  if (!isAdmin && admins.length === 1 && admins[0] === user.id) return
  await updatePerson(tx, user.id, { role: isAdmin ? 'ADMIN' : 'USER' })
  const action = isAdmin ? 'person.make_admin' : 'person.take_admin'
  const subject = { subjectType: 'person' as const, subjectId: user.id, subject: user.email }
  await recordAudit(tx, { actor: null, action, ...subject, data: { by: 'groups' } })
}

async function setMembership(
  tx: Tx,
  user: UserRow,
  organisationId: string,
  role: GroupRule['role'] | null,
): Promise<void> {
  await lockMembers(tx, organisationId)
  const organisation = await findOrganisation(tx, organisationId)
  if (!organisation) return
  const member = await findMember(tx, organisationId, user.id)
  if (member?.role === role || (!member && role === null)) return
  const isLastOwner = member?.role === 'OWNER' && (await countOwners(tx, organisationId)) === 1
  if (isLastOwner) return
  const id = { organisationId, userId: user.id }
  if (role === null) await deleteMember(tx, id)
  else if (member) await updateMemberRole(tx, { ...id, role })
  else await insertMember(tx, { ...id, role })
  const action = role === null ? 'member.remove' : member ? 'member.role' : 'member.join'
  const subject = {
    subjectType: 'organisation' as const,
    subjectId: organisationId,
    subject: organisation.name,
  }
  const data = { memberId: user.id, member: user.name, by: 'groups' }
  await recordAudit(tx, { actor: null, action, ...subject, data })
}
