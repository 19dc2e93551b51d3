import js from "@eslint/js";
import globals from "globals";

export default [
  { ignores: [".venv/", "node_modules/", "build/", "dist/", "docs/_build/"] },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2024, sourceType: "module", globals: globals.browser },
    rules: {
      "no-unused-vars": ["error", { args: "after-used", argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name='setAttribute'][arguments.0.value='style']",
          message: "The content-security policy forbids style attributes: set node.style or a class.",
        },
      ],
      eqeqeq: ["error", "smart"],
      "prefer-const": "error",
      "max-len": ["error", { code: 110 }],
    },
  },
];
