import { inviteMember, joinOrganisation } from '#lib/organisations/invitations.ts'
import { createOrganisation } from '#lib/organisations/organisations.ts'
import { contextForOperator } from '#lib/protocols/session/context/context-for-operator.ts'
import { actAs } from './configure-site-environment.ts'
import { makePerson, type Person } from './people.ts'

export type Shared = { id: string; owner: Person }

export async function makeOrganisation(): Promise<Shared> {
  const owner = await makePerson()
  return { id: await createOrganisation(await actAs(owner.email), { name: 'Analytical Engines' }), owner }
}

export async function addMember({ id, owner }: Shared, role: 'ADMIN' | 'MEMBER'): Promise<Person> {
  const person = await makePerson()
  await joinOrganisation(await actAs(person.email), await invitationTo({ id, owner }, role))
  return person
}

export async function invitationTo({ id, owner }: Shared, role: 'ADMIN' | 'MEMBER'): Promise<string> {
  const ctx = await contextForOperator({ email: owner.email, organisationId: id })
  return (await inviteMember(ctx, { role })).path.split('/').at(-1)!
}
