/** Defines who may grant, change and remove which role. */

export type MemberRole = 'OWNER' | 'ADMIN' | 'MEMBER'

export const MEMBER_ROLES = ['OWNER', 'ADMIN', 'MEMBER'] as const satisfies MemberRole[]

export const ROLE_LABELS = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  MEMBER: 'Member',
} as const satisfies Record<MemberRole, string>

export const ROLE_PHRASES = {
  OWNER: 'an owner',
  ADMIN: 'an admin',
  MEMBER: 'a member',
} as const satisfies Record<MemberRole, string>

export const ROLE_MEANINGS = {
  OWNER: 'Owners can do everything, including adding and removing other owners.',
  ADMIN: 'Admins invite and remove people, install and configure SkillSets, and publish.',
  MEMBER: 'Members run installed skills and see the organisation’s runs.',
} as const satisfies Record<MemberRole, string>

// biome-ignore format: table
const GOVERNS = {
  OWNER:  ['OWNER', 'ADMIN', 'MEMBER'],
  ADMIN:  ['ADMIN', 'MEMBER'],
  MEMBER: [],
} as const satisfies Record<MemberRole, readonly MemberRole[]>

export function rolesGovernedBy(actor: MemberRole): readonly MemberRole[] {
  return GOVERNS[actor]
}

export function governs(actor: MemberRole, role: MemberRole): boolean {
  return rolesGovernedBy(actor).includes(role)
}
