import { LinkGone } from '#components/shell/dead-end.tsx'

export default function UnsubscribeLinkGone() {
  return (
    <LinkGone heading="Unsubscribe" title="This link is not valid">
      If part of the link is missing, copy it again. You can also sign in and change your notification
      settings.
    </LinkGone>
  )
}
