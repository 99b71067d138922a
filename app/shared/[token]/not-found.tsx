import { LinkGone } from '#components/shell/dead-end.tsx'

export default function SharedRunGone() {
  return (
    <LinkGone heading="Shared run" title="This run is no longer shared">
      The link has expired or was ended, the run was deleted, or part of the link is missing.
    </LinkGone>
  )
}
