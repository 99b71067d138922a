import { paths } from '#lib/contract/market/paths.ts'
import { Link } from '../ui/link.tsx'

export function Footer() {
  return (
    <footer className="border-border border-t">
      <div className="mx-auto flex w-full max-w-[96rem] flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-6 text-muted-foreground text-sm sm:px-6">
        <p>Guildhall: a marketplace where a skill is a contract.</p>
        <p className="flex gap-4">
          <Link href={paths.home} className="hover:text-foreground">
            Catalogue
          </Link>
          <Link href={paths.docs} className="hover:text-foreground">
            Docs
          </Link>
          {/* A text that no page of ours wraps. */}
          <a href={paths.llms} className="hover:text-foreground">
            For agents
          </a>
        </p>
      </div>
    </footer>
  )
}
