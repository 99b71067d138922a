import { Link2Off } from 'lucide-react'
import { DeadEnd } from '#components/shell/dead-end.tsx'
import { LinkButton } from '#components/ui/button.tsx'
import { paths } from '#lib/site/paths.ts'

export default function ResetLinkGone() {
  return (
    <DeadEnd
      heading="Set a new password"
      icon={Link2Off}
      title="This link is no longer valid"
      action={<LinkButton href={paths.resetRequest}>Request a new link</LinkButton>}
    >
      Reset links work once and expire after 24 hours. If part of the link is missing, copy it again.
      Otherwise, request a new one.
    </DeadEnd>
  )
}
