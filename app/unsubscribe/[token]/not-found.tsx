import { LinkGone } from '#components/shell/dead-end.tsx'
import { paths } from '#lib/kernel/site/paths.ts'

const settings = { href: paths.notificationSettings, label: 'Open notification settings' }

export default function UnsubscribeLinkGone() {
  return (
    <LinkGone heading="Unsubscribe" title="This link is not valid" {...settings}>
      If part of the link is missing, copy it again. You can also sign in and change your notification
      settings.
    </LinkGone>
  )
}
