"""Sphinx's settings. tools/docs.sh copies this folder, lets generate.py add the
pages that are made of the repository's own texts, and builds the whole."""

project = "pyk2ptx"
author = copyright = "the pyk2ptx authors"
extensions = ["myst_parser", "sphinx.ext.githubpages"]
myst_enable_extensions = ["deflist", "attrs_block", "attrs_inline"]
# What a heading is called in links: `page.md#its-words`, as GitHub does.
myst_heading_anchors = 4
exclude_patterns = ["README.md"]
nitpicky = True
# --bounds is no dash.
smartquotes = False
# PTX and the compiler's IR have no lexer; they are marked as text.
highlight_language = "none"
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "github-dark"

html_theme = "furo"
html_title = "pyk2ptx"
html_static_path = ["_static"]
html_css_files = ["site.css"]
html_copy_source = False
# It would be empty: the pages are no domain of Sphinx.
html_use_index = False
# A browser lets no page from a disk fetch another one.
html_show_search_summary = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#3d6b1f",
        "color-brand-content": "#3d6b1f",
    },
    "dark_css_variables": {
        "color-brand-primary": "#a8d977",
        "color-brand-content": "#a8d977",
    },
}
