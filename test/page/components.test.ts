/**
 * Components as libraries and design systems write them: reactive properties, templates, slots in slots, form fields.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPage } from './open-page.ts';

/** What Lit and its kin do, in small: properties that reflect, batched updates, rendering into a shadow root. */
const BASE = `
  class Reactive extends HTMLElement {
    static properties = {};
    static get observedAttributes() { return Object.keys(this.properties).map((name) => name.toLowerCase()); }
    static define(name) {
      for (const key of Object.keys(this.properties)) {
        const field = Symbol(key);
        Object.defineProperty(this.prototype, key, {
          get() { return this[field]; },
          set(value) { const old = this[field]; this[field] = value; if (!Object.is(old, value)) this.requestUpdate(); },
        });
      }
      customElements.define(name, this);
    }
    #pending = false;
    #resolve;
    updateComplete = Promise.resolve(true);
    constructor() {
      super();
      this.renderRoot = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    }
    connectedCallback() { this.requestUpdate(); }
    attributeChangedCallback(name, old, value) {
      const key = Object.keys(this.constructor.properties).find((each) => each.toLowerCase() === name);
      const type = this.constructor.properties[key];
      this[key] = type === Number ? Number(value) : type === Boolean ? value !== null : value;
    }
    requestUpdate() {
      if (this.#pending) return;
      this.#pending = true;
      this.updateComplete = Promise.resolve().then(() => {
        this.#pending = false;
        if (!this.isConnected) return;
        const template = document.createElement('template');
        template.innerHTML = '<style>' + (this.constructor.styles ?? '') + '</style>' + this.render();
        this.renderRoot.replaceChildren(document.importNode(template.content, true));
        this.updated?.();
      });
    }
  }`;

test('a reactive component renders after its properties and its attributes change', async () => {
  using page = await openPage(`<!DOCTYPE html><body style="margin: 0"><script>${BASE}
    class Counter extends Reactive {
      static properties = { count: Number, label: String };
      static styles = ':host { display: block; width: 300px } button { width: 100px; height: 30px; margin: 0 }';
      constructor() { super(); this.count = 0; this.label = 'Count'; }
      render() { return '<button>' + this.label + ' ' + this.count + '</button>'; }
      updated() { this.renderRoot.querySelector('button').addEventListener('click', () => this.count++); }
    }
    Counter.define('x-counter');
  </script><x-counter label="Clicks"></x-counter>`);
  const [button] = await page.elements();
  assert.deepEqual([button?.['tag'], button?.['text'], button?.['b']], ['button', 'Clicks 0', [0, 0, 100, 30]]);
  await page.click('Clicks 0');
  await page.click('Clicks 1');
  assert.deepEqual(
    (await page.elements()).map((element) => element['text']),
    ['Clicks 2'],
  );
  assert.deepEqual(page.errors, []);
});

test('what is slotted through two components is shown once, where the inner slot is', async () => {
  using page = await openPage(`<!DOCTYPE html><body style="margin: 0"><script>
    const define = (name, html) => customElements.define(name, class extends HTMLElement {
      constructor() { super(); this.attachShadow({ mode: 'open' }).innerHTML = html; }
    });
    define('x-frame', '<style>:host { display: block; padding: 10px }</style><div style="height: 5px"></div><slot></slot>');
    define('x-card', '<x-frame><h2 style="margin: 0; font-size: 20px; line-height: 24px"><slot name="title">Untitled</slot></h2><slot></slot></x-frame>');
  </script>
  <x-card><p style="margin: 0; line-height: 20px">Text</p><b slot="title">Title</b></x-card><x-card></x-card>`);
  const shown = (await page.elements()).map((element) => [element['tag'], element['text'], element['b']]);
  assert.deepEqual(
    shown.map(([tag, text]) => [tag, text]),
    [
      ['h2', 'Title'],
      ['p', 'Text'],
      ['h2', 'Untitled'],
    ],
  );
  assert.deepEqual(shown[0]![2], [10, 15, 1260, 24]);
  assert.deepEqual(shown[1]![2], [10, 39, 1260, 20]);
});

test('a click on slotted text activates the button that the component has around its slot', async () => {
  using page = await openPage(`<!DOCTYPE html><script>
    customElements.define('x-button', class extends HTMLElement {
      constructor() {
        super();
        this.attachShadow({ mode: 'open' }).innerHTML = '<button><slot></slot></button>';
        this.shadowRoot.querySelector('button').addEventListener('click', () =>
          this.dispatchEvent(new CustomEvent('press', { bubbles: true, composed: true, detail: 7 })));
      }
    });
    addEventListener('press', (event) => { document.title = event.target.localName + event.detail; });
  </script><x-button>Press me</x-button>`);
  await page.click('Press me');
  assert.equal(await page.evaluate('document.title'), 'x-button7');
});

test('moving a child to another slot moves its box', async () => {
  using page =
    await openPage(`<!DOCTYPE html><body style="margin: 0"><div id="host"><b style="display: block; height: 10px"></b></div><script>
    host.attachShadow({ mode: 'open' }).innerHTML = '<slot></slot><div style="height: 50px"></div><slot name="end"></slot>';
    const edge = () => host.firstChild.getBoundingClientRect().top;
    const seen = [edge()];
    host.firstChild.slot = 'end';
    seen.push(edge());
    host.shadowRoot.querySelector('[name]').name = '';
    seen.push(host.firstChild.getClientRects().length);
    host.firstChild.removeAttribute('slot');
    seen.push(edge());
    document.title = seen.join();
  </script>`);
  assert.equal(await page.evaluate('document.title'), '0,50,0,0');
});

const FIELD = `<script>
  customElements.define('x-field', class extends HTMLElement {
    static formAssociated = true;
    static observedAttributes = ['value'];
    #internals = this.attachInternals();
    history = [];
    constructor() {
      super();
      this.attachShadow({ mode: 'open', delegatesFocus: true }).innerHTML = '<input>';
      this.shadowRoot.firstChild.addEventListener('input', (event) => { this.value = event.target.value; });
    }
    get value() { return this.shadowRoot.firstChild.value; }
    set value(value) {
      this.shadowRoot.firstChild.value = value;
      this.#internals.setFormValue(value);
      if (value === '') this.#internals.setValidity({ valueMissing: true }, 'Say something.', this.shadowRoot.firstChild);
      else this.#internals.setValidity({});
      this.#internals.states[value === '' ? 'delete' : 'add']('filled');
    }
    get form() { return this.#internals.form; }
    get labels() { return this.#internals.labels; }
    get validationMessage() { return this.#internals.validationMessage; }
    checkValidity() { return this.#internals.checkValidity(); }
    attributeChangedCallback(name, old, value) { this.value = value; }
    formAssociatedCallback(form) { this.history.push('form ' + form?.id); }
    formDisabledCallback(disabled) { this.history.push('disabled ' + disabled); }
    formResetCallback() { this.value = this.getAttribute('value') ?? ''; this.history.push('reset'); }
  });
</script>`;

test('a form-associated custom element takes part in its form', async () => {
  using page = await openPage(`<!DOCTYPE html>${FIELD}
  <form id="f"><label for="x">Name</label><x-field id="x" name="who" value=""></x-field></form><script>
    const field = document.getElementById('x');
    const seen = [field.form === f, f.elements.length, field.labels[0].textContent, f.checkValidity(),
      field.validationMessage, field.matches(':invalid')];
    field.value = 'Ada';
    seen.push(f.checkValidity(), new FormData(f).get('who'), field.matches(':state(filled)'), field.matches(':valid'));
    f.reset();
    seen.push(field.value, field.history.join('+'));
    document.title = seen.join('|');
  </script>`);
  assert.deepEqual(page.errors, []);
  assert.equal(
    await page.evaluate('document.title'),
    'true|1|Name|false|Say something.|true|true|Ada|true|true||form f+reset',
  );
});

test('a form-associated custom element is told when a fieldset around it is disabled', async () => {
  using page = await openPage(`<!DOCTYPE html>${FIELD}
  <form id="f"><fieldset id="s"><x-field name="who" value="a"></x-field></fieldset></form><script>
    const field = document.querySelector('x-field');
    s.disabled = true;
    const entry = new FormData(f).get('who');
    const isOff = field.matches(':disabled');
    s.disabled = false;
    document.body.append(field);
    document.title = [entry, isOff, field.history.join('+')].join('|');
  </script>`);
  assert.equal(await page.evaluate('document.title'), '|true|form f+disabled true+disabled false+form undefined');
});

test('what an agent types goes through the field inside of a component', async () => {
  using page = await openPage(`<!DOCTYPE html>${FIELD}<form id="f"><x-field name="who"></x-field></form>`);
  const input = (await page.elements()).find((element) => element['tag'] === 'input');
  assert.notEqual(input, undefined);
  await page.isolate.input({ kind: 'type', id: input!['id'] as number, text: 'Grace', clear: true });
  await page.settle();
  assert.equal(await page.evaluate('new FormData(f).get("who")'), 'Grace');
  assert.equal(await page.evaluate('document.activeElement.localName'), 'x-field');
});

test('an element that gives itself a role by its internals is told to the agent with it', async () => {
  using page = await openPage(`<!DOCTYPE html><script>
    customElements.define('x-switch', class extends HTMLElement {
      constructor() { super(); this.attachInternals().role = 'switch'; this.onclick = () => {}; }
    });
  </script><x-switch style="display: block; height: 20px">Dark mode</x-switch>`);
  const [element] = await page.elements();
  assert.equal(element?.['role'], 'switch');
});
