/** An organisation for journeys that begin later: made, and people brought in, by the services of its pages. */
import { createOrganisation } from '#lib/organisations/create-organisation.ts'
import { invite } from '#lib/organisations/invite.ts'
import { join } from '#lib/organisations/join.ts'
import { contextForOperator } from '#lib/session/for-operator.ts'
import { actAs } from './connect-to-site.ts'
import { makePerson, type Person } from './people.ts'

export type Shared = { id: string; owner: Person }

/** "Analytical Engines", with one owner. */
export async function makeOrganisation(): Promise<Shared> {
  const owner = await makePerson()
  return { id: await createOrganisation(await actAs(owner.email), { name: 'Analytical Engines' }), owner }
}

/** Somebody new who has come in by a link. */
export async function addMember({ id, owner }: Shared, role: 'ADMIN' | 'MEMBER'): Promise<Person> {
  const person = await makePerson()
  await join(await actAs(person.email), await invitationTo({ id, owner }, role))
  return person
}

/** What a link that lets one person in ends with. */
export async function invitationTo({ id, owner }: Shared, role: 'ADMIN' | 'MEMBER'): Promise<string> {
  const ctx = await contextForOperator({ email: owner.email, organisationId: id })
  return (await invite(ctx, { role })).path.split('/').at(-1)!
}
