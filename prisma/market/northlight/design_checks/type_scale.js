export default async function handler({ parameters, context }) {
  const { base_px: base, ratio } = parameters
  // A dry run is free: it shows the form of the result, and what is paid for stays out of it.
  const [up, down] = context.dryRun ? [0, 0] : [parameters.steps_up, parameters.steps_down]
  const sizes = Array.from({ length: up + down + 1 }, (_, index) => {
    const step = up - index
    const px = base * ratio ** step
    return {
      step,
      px: round(px, 1),
      rem: round(px / 16, 3),
      line_height: round(Math.max(1.1, 1.6 - Math.max(0, step) * 0.1), 2),
    }
  })
  return {
    message: context.dryRun
      ? `A dry run: a run returns ${parameters.steps_up + parameters.steps_down + 1} sizes.`
      : `${sizes.length} sizes from **${sizes.at(-1).px} px** to **${sizes[0].px} px**.`,
    sizes,
    css: sizes
      .map((size) => `--text-${size.step < 0 ? `minus-${-size.step}` : size.step}: ${size.rem}rem;`)
      .join('\n'),
  }
}

function round(value, digits) {
  return Number(value.toFixed(digits))
}
