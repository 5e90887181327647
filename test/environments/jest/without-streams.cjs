const FixedJsdom = require('jest-fixed-jsdom')

/** An environment that somebody gave all but a class of streams. */
module.exports = class extends FixedJsdom {
  constructor(...given) {
    super(...given)
    delete this.global.ReadableStream
  }
}
