import { LinkGone } from '#components/shell/link-gone.tsx'

export default function InvitationGone() {
  return (
    <LinkGone heading="Invitation" title="This invitation no longer works">
      An invitation is good for one person and for a week. Perhaps it was used or withdrawn, or part of the
      address is missing. Ask whoever invited you for a new one.
    </LinkGone>
  )
}
