import { LinkGone } from '#components/shell/dead-end.tsx'
import { paths } from '#lib/kernel/site/paths.ts'

const request = { href: paths.resetRequest, label: 'Request a new link' }

export default function ResetLinkGone() {
  return (
    <LinkGone heading="Set a new password" title="This link is no longer valid" {...request}>
      Reset links work once and expire after 24 hours. If part of the link is missing, copy it again.
      Otherwise, request a new one.
    </LinkGone>
  )
}
