/**
 * The roles in an organisation: who may give, change and take which, as a table. Ground.
 *
 * Read by the services that change members and by the buttons that offer to.
 */

export type MemberRole = 'OWNER' | 'ADMIN' | 'MEMBER'

export const MEMBER_ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const satisfies MemberRole[]

export const ROLE_LABELS = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  MEMBER: 'Member',
} as const satisfies Record<MemberRole, string>

/** As a sentence says it: "Grace is an admin". */
export const ROLE_PHRASES = {
  OWNER: 'an owner',
  ADMIN: 'an admin',
  MEMBER: 'a member',
} as const satisfies Record<MemberRole, string>

/** What each role is for, in the words of the members page. */
export const ROLE_MEANINGS = {
  OWNER: 'Owners can do everything, make and remove other owners included.',
  ADMIN: 'Admins invite and remove people, install and configure SkillSets, and publish.',
  MEMBER: 'Members run what is installed, and see the organisation’s runs.',
} as const satisfies Record<MemberRole, string>

// biome-ignore format: a table reads in rows
const GOVERNS = {
  OWNER:  ['OWNER', 'ADMIN', 'MEMBER'],
  // Nobody makes somebody more than they are themselves.
  ADMIN:  ['ADMIN', 'MEMBER'],
  MEMBER: [],
} as const satisfies Record<MemberRole, readonly MemberRole[]>

/** The roles that `actor` may invite to, give and take. */
export function rolesGovernedBy(actor: MemberRole): readonly MemberRole[] {
  return GOVERNS[actor]
}

export function governs(actor: MemberRole, role: MemberRole): boolean {
  return rolesGovernedBy(actor).includes(role)
}
