import { LinkGone } from '#components/shell/link-gone.tsx'

export default function SharedRunGone() {
  return (
    <LinkGone heading="Shared run" title="This run is not shared any more">
      Whoever shared it took the link back or no longer keeps the run, or part of the address is missing.
    </LinkGone>
  )
}
