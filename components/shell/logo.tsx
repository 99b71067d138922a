import { cn } from '../ui/cn.ts'

type LogoProps = {
  className?: string
  src?: string | null
}

export function Logo({ className, src }: LogoProps) {
  if (src) {
    return (
      // biome-ignore lint/performance/noImgElement: it is on our own origin already, in its own size
      <img src={src} alt="" className={cn('size-6 rounded-md object-cover', className)} />
    )
  }
  return (
    <svg viewBox="0 0 24 24" className={cn('size-6', className)} aria-hidden="true">
      <rect width="24" height="24" rx="6" className="fill-primary" />
      <g
        className="fill-primary-foreground stroke-primary-foreground"
        strokeLinecap="round"
        strokeLinejoin="round"
      >
        <path d="M5.4 9.6 12 5.5l6.6 4.1z" strokeWidth="1.4" />
        <path d="M7.2 12.6v2.9m4.8-2.9v2.9m4.8-2.9v2.9M5.6 18.4h12.8" strokeWidth="1.9" />
      </g>
    </svg>
  )
}
