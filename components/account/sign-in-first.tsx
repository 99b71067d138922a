import { paths } from '#lib/contract/market/paths.ts'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'

/** For pages that only somebody known can answer: the two ways in, each leading back `here`. */
export function SignInFirst({ here }: { here: string }) {
  return (
    <>
      <p className="text-sm">Sign in first; you come back here.</p>
      <Button asChild>
        <Link href={paths.signIn(here)}>Sign in</Link>
      </Button>
      <Button asChild variant="outline">
        <Link href={paths.signUp(here)}>Create an account</Link>
      </Button>
    </>
  )
}
