import { paths } from '#lib/contract/market/paths.ts'
import { Link } from '../ui/link.tsx'

/** The head of the catalogue; visitors are told in a line what this is for. */
export function Welcome({ isVisitor }: { isVisitor: boolean }) {
  if (!isVisitor) return <h1 className="font-semibold text-2xl tracking-tight">Find a skill</h1>
  return (
    <header className="grid max-w-3xl gap-3 pt-4 sm:pt-8">
      <h1 className="text-balance font-semibold text-3xl tracking-tight sm:text-4xl">
        Skills that keep their word
      </h1>
      <p className="text-pretty text-muted-foreground sm:text-lg">
        A skill is a small piece of work with a binding contract: what goes in, and what comes out. Fill in
        its form, run it in a sandbox, and get a result that keeps the promise, or a clear reason why not.{' '}
        <Link href={paths.docs} className="text-primary underline underline-offset-4">
          How it works
        </Link>
      </p>
    </header>
  )
}
