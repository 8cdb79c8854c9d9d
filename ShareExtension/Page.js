// Runs in a page of Safari when its share sheet opens Intray: title, address and selection, and nothing else.
// The class and the name of the variable are Apple's (App Extension Programming Guide, "Accessing a Webpage").
var Page = function () {};

Page.prototype = {
  run: function (parameters) {
    // A form or picture that is called "title" hides the title: the prototype still has it. An element cannot leave the page.
    var get = function (page, name) {
      return Object.getOwnPropertyDescriptor(Document.prototype, name).get.call(page);
    };
    var text = function (value) {
      return typeof value === "string" ? value : "";
    };
    // The words that are selected in a page, or in the frame or field of it that has the focus; a password is nothing that is shared.
    var selected = function (page) {
      var focus = get(page, "activeElement") || {};
      var frame = /^I?FRAME$/i.test(focus.tagName) && focus.contentDocument;
      if (focus.type === "password") return "";
      return (frame && selected(frame)) || String(Document.prototype.getSelection.call(page) || "");
    };
    parameters.completionFunction({
      title: text(get(document, "title")),
      url: text(get(document, "URL")),
      selection: text(selected(document)),
    });
  },
};

var ExtensionPreprocessingJS = new Page();
