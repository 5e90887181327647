/** Puts msw 2 in the place of msw, for everything this process loads. */
import { registerHooks } from 'node:module'

registerHooks({
  resolve: (specifier, context, next) => next(specifier.replace(/^msw(?=$|\/)/, 'msw2'), context),
})
