import { LinkGone } from '#components/shell/dead-end.tsx'
import { paths } from '#lib/kernel/site/paths.ts'

const profile = { href: paths.settings, label: 'Open your profile' }

export default function ConfirmationGone() {
  return (
    <LinkGone heading="Confirm your email address" title="This link is no longer valid" {...profile}>
      The link has been used, was replaced by a newer one, or has expired. You can request another on your
      profile.
    </LinkGone>
  )
}
