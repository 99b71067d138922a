import { FileCheck2, HandCoins, Plug, ShieldCheck } from 'lucide-react'
import { paths } from '#lib/contract/market/paths.ts'
import { Link } from '../ui/link.tsx'

const PROMISES = [
  { Icon: FileCheck2, text: 'Input and output checked against a contract' },
  { Icon: ShieldCheck, text: 'Runs in a sandbox' },
  { Icon: HandCoins, text: 'Failed runs cost nothing' },
  { Icon: Plug, text: 'From the browser, HTTP, an SDK or MCP' },
]

const WAYS = [
  { href: paths.docs, label: 'How it works' },
  { href: paths.docsMcp, label: 'Connect an AI agent' },
  { href: paths.docsPublishing, label: 'Publish a skill' },
]

/** The head of the catalogue; visitors are told what this is, what it promises, and where to go on. */
export function Welcome({ isVisitor }: { isVisitor: boolean }) {
  if (!isVisitor) return <h1 className="font-semibold text-2xl tracking-tight">Find a skill</h1>
  return (
    <header className="grid gap-4 pt-2 sm:pt-6">
      <h1 className="text-balance font-semibold text-3xl tracking-tight sm:text-4xl">
        Skills that keep their word
      </h1>
      <p className="max-w-3xl text-pretty text-muted-foreground sm:text-lg">
        Guildhall is a marketplace of small, ready-made functions for people and AI agents. Each skill says
        what goes in and what comes out, and is held to it: you pay only for a result that keeps the contract.
      </p>
      <ul className="flex flex-wrap gap-x-6 gap-y-2 text-sm max-sm:hidden">
        {PROMISES.map(({ Icon, text }) => (
          <li key={text} className="flex items-center gap-2">
            <Icon className="size-4 shrink-0 text-primary" aria-hidden />
            {text}
          </li>
        ))}
      </ul>
      <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {WAYS.map(({ href, label }) => (
          <li key={href}>
            <Link href={href} className="text-primary underline underline-offset-4">
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </header>
  )
}
