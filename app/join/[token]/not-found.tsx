import { LinkGone } from '#components/shell/dead-end.tsx'

export default function InvitationGone() {
  return (
    <LinkGone heading="Invitation" title="This invitation is no longer valid">
      The invitation was already used or revoked, or has expired, or part of the link is missing. Ask the
      person who invited you for a new link.
    </LinkGone>
  )
}
